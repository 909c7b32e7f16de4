/** Milliseconds since 1970. Passed as an argument, so that tests control it. */
export type Clock = () => number;
