"""What depends on something: a wheel has compiled kernels, so it is for one platform, and its links
depend on where the repository is. All else is in pyproject.toml.
"""

from links import description, project_links
from setuptools import Distribution, setup


class Compiled(Distribution):
    """A distribution with compiled code."""

    def has_ext_modules(self) -> bool:
        """Return True."""
        return True


setup(
    distclass=Compiled,
    project_urls=project_links(),
    long_description=description(),
    long_description_content_type="text/markdown",
)
