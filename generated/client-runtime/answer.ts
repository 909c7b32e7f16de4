// Copied by `counterpart generate`. Don't edit: it is overwritten.

import type { WithoutWriteOnly } from "./marks.ts";
import type { StatusOf, SuccessStatus } from "./status.ts";

/**
 * What a call returns. `status` tells the documented responses apart: a success has `data`, every other status has
 * `error`, each with the type that is documented for this status. A proxy between client and server can respond with
 * other statuses.
 */
export type Answer<Operation, Init = unknown> = AnswerOf<Operation, Init, "unmarked">;

/** `Answer`, for a document that marks properties as `readOnly` or `writeOnly`. */
export type MarkedAnswer<Operation, Init = unknown> = AnswerOf<Operation, Init, "marked">;

/** Whether the document's types have marks that must be removed; without them the types are used as they are. */
export type Marks = "marked" | "unmarked";

export type AnswerOf<Operation, Init, M extends Marks> = Operation extends { responses: infer R }
  ? {
      [K in keyof R]:
        | Success<Extract<StatusOf<K, R>, SuccessStatus>, Parsed<BodyOf<R[K], M>, Init>>
        | Failure<Exclude<StatusOf<K, R>, Unexpected<K, Init>>, BodyOf<R[K], M>>;
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

type BodyOf<T, M extends Marks> = T extends { content: infer C }
  ? M extends "marked"
    ? WithoutWriteOnly<C[keyof C]>
    : C[keyof C]
  : undefined;

type Parsed<Body, Init> = Init extends { parseAs: "text" }
  ? string
  : Init extends { parseAs: "blob" }
    ? Blob
    : Init extends { parseAs: "arrayBuffer" }
      ? ArrayBuffer
      : Init extends { parseAs: "stream" }
        ? Response["body"]
        : Body;
