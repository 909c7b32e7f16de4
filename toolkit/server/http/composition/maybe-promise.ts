/** A value, or a promise of one. */
export type MaybePromise<T> = T | Promise<T>;

/** Transforms a value: synchronously if it is available, otherwise when its promise resolves. */
export function mapMaybePromise<T, U>(
  value: MaybePromise<T>,
  change: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return value instanceof Promise ? value.then(change) : change(value);
}
