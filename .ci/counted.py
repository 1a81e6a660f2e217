"""Counts the checks of `.ci/agents.py` and `.ci/contract.py`."""

passed = 0
failed = 0


def result(name, fault=None):
    """Counts a check, and prints the fault if it failed."""
    global passed, failed
    if fault is None:
        passed += 1
    else:
        failed += 1
        print(f"contract: {name}: {fault}", flush=True)


def end():
    """The last line, and the exit code."""
    print(f"contract: {passed} passed, {failed} failed")
    return 1 if failed else 0
