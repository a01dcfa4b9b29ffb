"""What goes out to the world, and when. What and when is pure; files and threads stand apart (`folder`, `station`)."""
