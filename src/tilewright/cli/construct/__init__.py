"""The commands that tile by theorem: ``golomb`` and ``deficient``; `cells` reads the cells and windows they are given."""
