"""The workbook as a static site: JupyterLite with the pages, Python for the browser, and what the pages import."""
