import type { FetchOptions, HeadersOptions, RequestBodyOption } from "openapi-fetch";
import type { InitOrUndefined } from "./or-undefined.ts";

/**
 * The options of a call: openapi-fetch's, with a body for each documented media type. `Content-Type` is required if a
 * value fits several media types, or a range such as `text/*`. A Blob has its own type.
 */
export type InitOf<Operation> = InitOrUndefined<InitWith<Operation, ContentOf<Operation>>>;

type InitWith<Operation, Content> = [Content] extends [never]
  ? FetchOptions<Operation>
  : IsJsonAlone<Content> extends true
    ? FetchOptions<Operation>
    : Omit<FetchOptions<Operation>, "body" | "headers"> &
        (BodyInit<Content> | (Operation extends { requestBody: object } ? never : NoBody));

/** The documented bodies by media type; `never` for an operation without one. */
type ContentOf<Operation> = Operation extends { requestBody?: infer Body }
  ? [NonNullable<Body>] extends [never]
    ? never
    : NonNullable<Body> extends { content: infer Content }
      ? Content
      : never
  : never;

interface NoBody {
  body?: never;
  headers?: HeadersOptions;
}

type BodyInit<Content> = {
  [M in keyof Content]:
    | (IsAmbiguous<Content, M> extends true
        ? { body: WrittenBody<Content, M>; headers: NamedType<M> }
        : { body: WrittenBody<Content, M>; headers?: HeadersOptions })
    | { body: ReadyBody<M>; headers?: HeadersOptions };
}[keyof Content];

type Json = `${string}/json` | `${string}/json;${string}` | `${string}+json` | `${string}+json;${string}`;
/** Ranges that include JSON. */
type WithJson = Json | "*/*" | "application/*";
type Multipart = `multipart/form-data${string}`;
type UrlEncoded = `application/x-www-form-urlencoded${string}`;

type IsJsonAlone<Content> =
  IsUnion<keyof Content> extends true
    ? false
    : keyof Content extends `${string}*${string}`
      ? false
      : keyof Content extends Json
        ? true
        : false;

type IsUnion<T, All = T> = T extends unknown ? ([All] extends [T] ? false : true) : never;

/** JSON and forms are serialized. Other media types are sent from text or bytes. */
type WrittenBody<Content, M extends keyof Content> = M extends WithJson | Multipart | UrlEncoded
  ? Writable<Content, M>
  : Content[M] extends Text | Blob | AsyncIterable<unknown>
    ? Writable<Content, M>
    : string;

type Text = string | number | boolean;

/** Without response-only properties. */
type Writable<Content, M extends keyof Content> = Extract<
  RequestBodyOption<{ requestBody: { content: Pick<Content, M> } }>,
  { body: unknown }
>["body"];

/** Values that are sent unchanged. */
type ReadyBody<M> = M extends Json
  ? never
  : M extends Multipart
    ? FormData
    : M extends UrlEncoded
      ? URLSearchParams
      : Blob;

/** Whether a body could also be sent in another media type, or in several types of a range. */
type IsAmbiguous<Content, M extends keyof Content> = [KindOf<Content, M>] extends ["bytes"]
  ? false
  : M extends "*/*" | "application/*"
    ? Overlaps<"string", KindOf<Content, M>>
    : M extends `${string}*${string}`
      ? true
      : Overlaps<
          KindOf<Content, M>,
          { [N in Exclude<keyof Content, M>]: KindOf<Content, N> }[Exclude<keyof Content, M>]
        >;

type Overlaps<One, Other> = [Extract<One, Other>] extends [never] ? false : true;

/** Distinguishes values like `chooseMediaType`. */
type KindOf<Content, M extends keyof Content> = M extends Multipart | UrlEncoded
  ? "object"
  : M extends WithJson
    ? JsonKind<Content[M]>
    : [Content[M]] extends [Blob]
      ? "bytes"
      : [Content[M]] extends [AsyncIterable<unknown>]
        ? "items"
        : "string";

type JsonKind<T> = unknown extends T
  ? "array" | "boolean" | "null" | "number" | "object" | "string"
  : T extends string
    ? "string"
    : T extends number
      ? "number"
      : T extends boolean
        ? "boolean"
        : T extends null | undefined
          ? "null"
          : T extends readonly unknown[]
            ? "array"
            : T extends Blob
              ? "bytes"
              : "object";

type NamedType<M> = HeaderRecord & ({ "Content-Type": Named<M> } | { "content-type": Named<M> });

type HeaderRecord = Record<
  string,
  string | number | boolean | (string | number | boolean)[] | null | undefined
>;

type Named<M> = M extends "*/*"
  ? `${string}/${string}`
  : M extends `${infer Before}*${infer After}`
    ? `${Before}${string}${After}`
    : M | `${M & string};${string}`;
