"""Random streams: one per block, the same on every machine and worker."""

from casinowar.game.refusal import InputError

STREAM_VERSION = 3
"""Incremented whenever a seed comes to mean other rounds."""
_GOLDEN = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


def splitmix64(number: int) -> int:
    """Mix 64 bits.

    >>> hex(splitmix64(0)), hex(splitmix64(1))
    ('0xe220a8397b1dcdaf', '0x910a2dec89025cc1')
    """
    number = (number + _GOLDEN) & _MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
    return number ^ (number >> 31)


def check_seed(seed: int) -> None:
    """Refuse a seed with the same streams as a smaller one."""
    if not 0 <= seed <= _MASK:
        raise InputError(f"A seed is a whole number from 0 to {_MASK}, which is 2^64 - 1.")


def stream(seed: int, block: int) -> int:
    check_seed(seed)
    return splitmix64(splitmix64(seed) ^ splitmix64(block ^ 0x5DEECE66D))
