"""What pyproject.toml can't say: a build notes the commit that it was made of, for ``miasma --version``."""

import os
import subprocess
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithCommit(build_py):
    """Copy the modules, and write ``bot/commit.txt`` beside them."""

    def run(self) -> None:
        """Take the commit from the variable COMMIT, for builds without git, or ask git."""
        super().run()
        if not self.editable_mode:
            Path(self.build_lib, "bot", "commit.txt").write_text(os.environ.get("COMMIT") or commit(), "ascii")


def commit() -> str:
    """Return the commit that is checked out here, or "" if git can't say."""
    try:
        done = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip()


setup(cmdclass={"build_py": BuildWithCommit})
