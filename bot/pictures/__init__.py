"""Pictures as PNG, drawn with what Pillow ships: no font or image has to be fetched."""
