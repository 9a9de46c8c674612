"""The rules of axe-core over what people read in a browser: none of serious or critical impact is broken, in the light or in the dark."""
