/** How often the sweeper reads a live subscription: daily, in milliseconds. */
export const readEveryMs = 24 * 60 * 60 * 1000;
