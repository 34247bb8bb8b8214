"""Each report built once, as a value; terminal, JSON, PDF and page only draw it."""
