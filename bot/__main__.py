"""Run ``python -m miasma``, so that Procfiles and systemd units of earlier versions keep working."""

from runpy import run_module

if __name__ == "__main__":
    run_module("miasma", run_name="__main__", alter_sys=True)
