"""A sweep is nothing but many single checks: the same answers, exactly, for every combination that does not contradict itself."""
