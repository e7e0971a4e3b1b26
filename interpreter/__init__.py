"""IR to play: nothing here knows text or files."""
