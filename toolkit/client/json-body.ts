/** A type in JSON, which has no bytes: a `Blob` becomes a string. */
export type JsonBody<T> = T extends Blob
  ? string
  : T extends Date
    ? T
    : T extends (infer E)[]
      ? E[] extends T
        ? JsonBody<E>[]
        : { [I in keyof T]: JsonBody<T[I]> }
      : T extends object
        ? { [K in keyof T]: JsonBody<T[K]> }
        : T;
