"""Words: plurals, lists, errors of one sentence, and what keyboards and letters make of signs."""
