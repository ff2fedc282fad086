"""What is written of an answer: certificates that somebody else can check, records that a run keeps, tables of many pieces."""
