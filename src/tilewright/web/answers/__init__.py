"""What is answered: `operations` is the table of what can be asked, `work` the functions behind it, `sheet` a puzzle as the page needs it."""
