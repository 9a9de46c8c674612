"""Work that takes long: progress, several processes, and libraries that are loaded late."""
