/**
 * A value that is sent, in which optional properties may be undefined: they are left out. It differs from `T` only in
 * projects with `exactOptionalPropertyTypes`.
 */
export type OrUndefined<T> = { a: undefined } extends { a?: string } ? T : SentValue<T>;

type SentValue<T> = unknown extends T
  ? T
  : T extends Unchanged
    ? T
    : T extends readonly unknown[]
      ? { [K in keyof T]: SentValue<T[K]> }
      : [keyof T] extends ["none is documented"]
        ? T
        : Sent<T>;

/** Its name appears in the compiler's messages. */
type Sent<T> = { [K in keyof T]: SentValue<T[K]> | (IsOptional<T, K> extends true ? undefined : never) };

type Unchanged =
  | string
  | number
  | boolean
  | null
  | undefined
  | Blob
  | Date
  | ArrayBuffer
  | Uint8Array
  | AsyncIterable<unknown>
  | ((...args: never) => unknown);

type IsOptional<T, K extends keyof T> = string extends K
  ? false
  : Record<never, never> extends Pick<T, K>
    ? true
    : false;

/** The options of a call. Only its parameters and its body are copied to any depth. */
export type InitOrUndefined<Init> = { a: undefined } extends { a?: string }
  ? Init
  : Init extends unknown
    ? {
        [K in keyof Init]:
          | (K extends "body" | "cookie" | "header" | "params" | "path" | "query"
              ? SentValue<Init[K]>
              : Init[K])
          | (IsOptional<Init, K> extends true ? undefined : never);
      }
    : never;
