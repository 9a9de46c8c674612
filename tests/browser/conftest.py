"""One JupyterLab and one Chromium for all browser tests, which end with these; left out, plainly, where there is no Chromium.

The tests of one file share their visits to a page: opening it takes longer than what is done there.
"""
