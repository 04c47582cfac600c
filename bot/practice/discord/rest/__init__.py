"""Discord's REST interface, version 10: the routes that a bot of slash commands and components uses."""
