"""What a text and a house can say: the schema, one module per noun."""
