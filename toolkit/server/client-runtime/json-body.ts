/** A type in JSON, which has no bytes: what is a `Blob` elsewhere is text there. */
export type JsonBody<T> = T extends Blob
  ? string
  : T extends (infer E)[]
    ? E[] extends T
      ? JsonBody<E>[]
      : { [I in keyof T]: JsonBody<T[I]> }
    : T extends object
      ? { [K in keyof T]: JsonBody<T[K]> }
      : T;
