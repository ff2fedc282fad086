"""Kernels between problems and tilings: placements are laid, choices decoded, images under symmetries taken."""
