"""What a person does on the fire page, in JupyterLab, in a real browser."""
