"""The command line: ``miasma``, ``python -m miasma`` or ``python -m bot``."""
