"""Discord's limits on what a bot sends: those of its OpenAPI document and those that only its servers check."""
