"""What is printed: pages of HTML, complete in themselves, that a browser puts on paper."""
