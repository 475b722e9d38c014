"""Render: from the resolved book to text in each output's form, one module an output."""
