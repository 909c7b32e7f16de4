import type { StatusOf, SuccessStatus } from "./status.ts";

/**
 * The result of a call. `status` distinguishes the documented responses: a success has `data`, every other status has
 * `error`, with the documented type. A proxy between client and server may respond with other statuses.
 * @typeParam Media the accepted media types; others are omitted if one of these is documented
 */
export type CallResult<Operation, Init = unknown, Media extends MediaType = MediaType> = Operation extends {
  responses: infer R;
}
  ? {
      [K in keyof R]:
        | Success<Extract<StatusOf<K, R>, SuccessStatus>, Parsed<BodyOf<R[K], Media>, Init>>
        | Failure<Exclude<StatusOf<K, R>, Unexpected<K, Init>>, BodyOf<R[K], Media>>;
    }[keyof R]
  : never;

export type MediaType = `${string}/${string}`;

/** Successful statuses, including 304, which only answers `If-None-Match`, if it is documented. */
type Unexpected<Key, Init> =
  | SuccessStatus
  | (Key extends 304 ? (AsksForChanges<Init> extends true ? never : 304) : never);

type AsksForChanges<Init> = Init extends { params: { header: { "If-None-Match"?: infer Tag } } }
  ? [Extract<Tag, string>] extends [never]
    ? false
    : true
  : false;

type Success<Status, Data> = [Status] extends [never]
  ? never
  : { status: Status; data: Data; error?: never; response: Response };

type Failure<Status, Body> = [Status] extends [never]
  ? never
  : { status: Status; data?: never; error: Body; response: Response };

type BodyOf<T, Media extends MediaType> = T extends { content: infer C } ? Accepted<C, Media> : undefined;

type Accepted<C, Media> = [keyof C & Media] extends [never] ? C[keyof C] : C[keyof C & Media];

type Parsed<Body, Init> = Init extends { parseAs: "text" }
  ? string
  : Init extends { parseAs: "blob" }
    ? Blob
    : Init extends { parseAs: "arrayBuffer" }
      ? ArrayBuffer
      : Init extends { parseAs: "stream" }
        ? Response["body"]
        : Body;
