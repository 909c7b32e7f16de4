// The exports for code that sends requests: how they are written, and which may be repeated.

export type { Idempotency } from "./call-traits.ts";
export type { DocumentedPage } from "./calls/documented-page.ts";
export { isIdempotentMethod } from "./calls/idempotency.ts";
export { nextLink } from "./calls/next-page.ts";
export type { BodyKind, BodyTraits, BodyTypes } from "./choose-media-type.ts";
export type { OwnServer } from "./credentials.ts";
export type { RequestPlans } from "./dates-in.ts";
export {
  type FieldWriting,
  type FormEntry,
  type FormFields,
  formEntries,
  urlencodedText,
} from "./form-entries.ts";
export type { BodyReading, BodyReadings } from "./read-body.ts";
export { readItems } from "./read-items.ts";
export { serializeBody } from "./serialize-body.ts";
export { serializeQuery } from "./serialize-query.ts";
export { cookiePairs } from "./styles/cookie-pairs.ts";
export { pathText } from "./styles/path-text.ts";
export { serializePath } from "./styles/serialize-path.ts";
export { queryPairs } from "./styles/styled-pairs.ts";
export { writeBody } from "./write-body.ts";
export type { ItemWriting } from "./write-items.ts";
