"""``tilewright count``: `command` counts on one board, `sequence` on boards with an N; `kinds` is what else is counted, `options` what can be asked."""
