"""The command `typelog`."""

import signal
import sys

from ._native import _command


def main() -> None:
    """Runs the command by the arguments of the process, and ends the process with its exit status."""
    # An interrupt ends the command at once, and is no exception.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_command(["typelog", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
