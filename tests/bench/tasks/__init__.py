"""A person's task list through the real program: a hall moved by hand, terminals in tmux, and the tasks."""
