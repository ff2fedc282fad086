"""``tilewright color``: `command` colors one tiling, `table` judges all of a problem, `options` is what can be asked."""
