"""A wheel has compiled kernels, so it is for one platform; all else is in pyproject.toml."""

from setuptools import Distribution, setup


class Compiled(Distribution):
    """A distribution with compiled code."""

    def has_ext_modules(self) -> bool:
        """Return True."""
        return True


setup(distclass=Compiled)
