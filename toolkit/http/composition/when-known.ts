/** A value, or the promise of it. */
export type Known<T> = T | Promise<T>;

/** Goes on with a value at once where it is there, and otherwise when it has come. */
export function whenKnown<T, U>(value: Known<T>, use: (value: T) => Known<U>): Known<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}
