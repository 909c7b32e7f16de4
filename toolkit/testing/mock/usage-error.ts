/** The command line is wrong, or the command can't run in this folder. Only the message is shown. */
export class UsageError extends Error {}
