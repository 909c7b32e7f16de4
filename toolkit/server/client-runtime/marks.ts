/** A response's type, without request-only properties (`writeOnly`). */
export type WithoutWriteOnly<T> = Without<T, "$write", "$read">;

/** A request's type, without response-only properties (`readOnly`). */
export type WithoutReadOnly<T> = Without<T, "$read", "$write">;

/** How the generated types mark a property: `{ readonly $read: string }` is a `readOnly` string. */
type Mark = "$read" | "$write";

/** Removes properties with one mark, and unwraps those with the other. */
type Without<T, Removed extends Mark, Kept extends Mark> =
  T extends Marked<Removed, unknown>
    ? never
    : T extends Marked<Kept, infer U>
      ? Without<U, Removed, Kept>
      : T extends Blob
        ? T
        : T extends AsyncIterable<infer Item>
          ? AsyncIterable<Without<Item, Removed, Kept>>
          : T extends (infer E)[]
            ? E[] extends T
              ? Without<E, Removed, Kept>[]
              : { [I in keyof T]: Without<T[I], Removed, Kept> }
            : T extends object
              ? WithoutProperties<T, Removed, Kept>
              : T;

type WithoutProperties<T, Removed extends Mark, Kept extends Mark> = {
  [K in keyof T as NonNullable<T[K]> extends Marked<Removed, unknown> ? never : K]: Without<
    T[K],
    Removed,
    Kept
  >;
};

type Marked<M extends Mark, T> = { readonly [K in M]: T };
