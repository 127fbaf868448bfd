"""Build steps that pyproject.toml can't express: record the commit for ``miasma --version``, make links absolute."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithCommit(build_py):
    """Copy the modules, and write ``bot/commit.txt`` beside them."""

    def run(self) -> None:
        """Copy the modules and, except in editable mode, write the commit: that of the variable COMMIT, or git's."""
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


def absolute(readme: str, address: str) -> str:
    """Return the README with absolute links, for places that show it outside the repository."""
    linked = re.sub(r"\]\((?!https?:|#)", f"]({address}/blob/HEAD/", readme)
    return re.sub(r'src="(?!https?:)', f'src="{address}/raw/HEAD/', linked)


if __name__ == "__main__":
    address = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["tool"]["miasma"]["address"]
    readme = Path("README.md").read_text("utf-8")
    setup(
        cmdclass={"build_py": BuildWithCommit},
        long_description=absolute(readme, address) if address else readme,
        long_description_content_type="text/markdown",
        project_urls={"Repository": address} if address else {},
    )
