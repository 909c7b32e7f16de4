/** How often the sweeper reads a live subscription, in milliseconds: a day. */
export const readEveryMs = 24 * 60 * 60 * 1000;
