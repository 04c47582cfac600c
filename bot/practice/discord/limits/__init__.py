"""Discord's limits on what a bot sends, also those that its OpenAPI document does not tell."""
