/** The command can't be run as it was typed, or where it was typed. The message is all that is shown. */
export class UsageError extends Error {}
