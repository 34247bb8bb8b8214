"""Send a value through a pickle, as to a worker process and back."""

import pickle
from typing import TypeVar

T = TypeVar("T")


def there_and_back(value: T) -> T:
    """Give what comes out where a value went in."""
    back: T = pickle.loads(pickle.dumps(value))  # noqa: S301 - the bytes are our own, made on the same line
    return back
