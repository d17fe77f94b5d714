"""The program `tangency`: `python -m tangency run SCENE`."""

import sys

from tangency._tangency import main as run_program


def main() -> int:
    """Runs the program with the arguments of the command line; gives its exit code."""
    return run_program(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
