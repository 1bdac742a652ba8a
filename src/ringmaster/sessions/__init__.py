"""Use cases: what people do with games, in one transaction each. Knows neither Discord nor the database."""
