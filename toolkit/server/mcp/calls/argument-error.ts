/** Arguments that no request can carry. The message is for the caller. */
export class ArgumentError extends Error {}
