"""The pocket edition: one page that holds Python and the package, and opens without either."""
