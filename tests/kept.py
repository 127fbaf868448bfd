"""Results that a person has read and approved, in files beside the tests that compare them with the code's results.

After an intended change, ``make keep`` rewrites all of them. Read the difference before you commit it.
"""

import json
import os
from pathlib import Path
from typing import Any

KEEP = bool(os.environ.get("KEEP"))


def kept(path: Path, now: str) -> str:
    """Return the text of a kept file. While kept results are being rewritten, write ``now`` to it first."""
    if KEEP:
        path.parent.mkdir(exist_ok=True)
        path.write_text(now, "utf-8")
    return path.read_text("utf-8")


def kept_case(path: Path, case: str, now: Any) -> Any:
    """Return a case's result from a JSON file. While kept results are being rewritten, store ``now`` there first."""
    found = json.loads(path.read_text("utf-8")) if path.exists() else {}
    if KEEP:
        found[case] = now
        path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return found[case]
