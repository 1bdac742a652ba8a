"""The commands of the command line that run the bot or look after it."""
