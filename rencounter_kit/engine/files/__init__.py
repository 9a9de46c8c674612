"""Files: the folders of the project, what is read and what is written."""
