"""The table in a terminal: what a seat sees, drawn; its questions, asked; its answers, understood."""
