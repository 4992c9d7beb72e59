"""What shows that the tests can be trusted, and takes too long to be a test itself."""
