/** Milliseconds since 1970. Passed as an argument, so that tests control time. */
export type Clock = () => number;
