// How the generated types mark properties that only responses have (`readOnly`) or only requests (`writeOnly`).
interface ReadOnlyMark<T> {
  readonly $read: T;
}
interface WriteOnlyMark<T> {
  readonly $write: T;
}

/** A response's type, without the properties that only requests have. */
export type WithoutWriteOnly<T> =
  T extends WriteOnlyMark<unknown>
    ? never
    : T extends ReadOnlyMark<infer U>
      ? WithoutWriteOnly<U>
      : T extends Blob
        ? T
        : T extends (infer E)[]
          ? WithoutWriteOnly<E>[]
          : T extends object
            ? {
                [K in keyof T as NonNullable<T[K]> extends WriteOnlyMark<unknown>
                  ? never
                  : K]: WithoutWriteOnly<T[K]>;
              }
            : T;

/** A request's type, without the properties that only responses have. */
export type WithoutReadOnly<T> =
  T extends ReadOnlyMark<unknown>
    ? never
    : T extends WriteOnlyMark<infer U>
      ? WithoutReadOnly<U>
      : T extends Blob
        ? T
        : T extends (infer E)[]
          ? WithoutReadOnly<E>[]
          : T extends object
            ? {
                [K in keyof T as NonNullable<T[K]> extends ReadOnlyMark<unknown>
                  ? never
                  : K]: WithoutReadOnly<T[K]>;
              }
            : T;
