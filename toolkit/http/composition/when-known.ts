/** A value, or the promise of it. */
export type Known<T> = T | Promise<T>;

/** Continues with a value synchronously if it is there, otherwise when its promise resolves. */
export function whenKnown<T, U>(value: Known<T>, use: (value: T) => Known<U>): Known<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}
