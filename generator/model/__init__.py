"""The values that the stages hand on: problems, what authors wrote, and the resolved book."""
