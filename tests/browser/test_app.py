"""The app, started by its command: pages without code, links that carry a situation, a telephone; and what JupyterLab keeps."""
