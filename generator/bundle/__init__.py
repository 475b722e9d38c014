"""What people take away whole: the wheel of the rules, the website and what its page runs on."""
