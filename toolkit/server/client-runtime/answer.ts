import type { WithoutWriteOnly } from "./marks.ts";
import type { StatusOf, SuccessStatus } from "./status.ts";

/**
 * What a call returns. `status` tells the documented responses apart: a success has `data`, every other status has
 * `error`, each with the type that is documented for this status. A proxy between client and server can respond with
 * other statuses.
 */
export type Answer<Operation, Init = unknown, Media extends MediaType = MediaType> = AnswerOf<
  Operation,
  Init,
  "unmarked",
  Media
>;

/** `Answer`, for a document that marks properties as `readOnly` or `writeOnly`. */
export type MarkedAnswer<Operation, Init = unknown, Media extends MediaType = MediaType> = AnswerOf<
  Operation,
  Init,
  "marked",
  Media
>;

export type MediaType = `${string}/${string}`;

/** Whether the document's types have marks that must be removed; without them the types are used as they are. */
export type Marks = "marked" | "unmarked";

/** @typeParam Media the media types that the caller accepts; others are left out where one of them is documented */
export type AnswerOf<
  Operation,
  Init,
  M extends Marks,
  Media extends MediaType = MediaType,
> = Operation extends { responses: infer R }
  ? {
      [K in keyof R]:
        | Success<Extract<StatusOf<K, R>, SuccessStatus>, Parsed<BodyOf<R[K], M, Media>, Init>>
        | Failure<Exclude<StatusOf<K, R>, Unexpected<K, Init>>, BodyOf<R[K], M, Media>>;
    }[keyof R]
  : never;

/** Statuses that aren't failures; among them 304, which is answered only to `If-None-Match`, where it has an entry. */
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

type BodyOf<T, M extends Marks, Media extends MediaType> = T extends { content: infer C }
  ? M extends "marked"
    ? WithoutWriteOnly<Accepted<C, Media>>
    : Accepted<C, Media>
  : undefined;

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
