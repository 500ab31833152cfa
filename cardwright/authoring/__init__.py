"""For people who write content and for those who take it: what nothing else imports but the command line."""
