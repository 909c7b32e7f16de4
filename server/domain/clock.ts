/** Milliseconds since 1970. Handed over, so that tests can hold it still. */
export type Clock = () => number;
