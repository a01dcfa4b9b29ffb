"""How many files this process may have open."""

_ENOUGH = 10_240
"""Descriptors to ask for where the hard limit cannot be had: what macOS allows a process (its OPEN_MAX)."""


def raise_descriptor_limit() -> int | None:
    """Raise the soft limit of open files to the hard one; the limit that then holds, None where there is none."""
    try:
        import resource  # POSIX only
    except ImportError:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (hard, _ENOUGH):
        if soft == resource.RLIM_INFINITY or (wanted != resource.RLIM_INFINITY and wanted <= soft):
            break
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (ValueError, OSError):
            continue
        return wanted
    return soft
