// The exports for tests and tools that read parts of requests and headers of responses.

export { bodyTypes, needsContentType } from "./request/body-types.ts";
export { pointerTo } from "./request/exact-json.ts";
export { formFields } from "./request/form-fields.ts";
export { type FormPart, formParts } from "./request/form-parts.ts";
export { parameterStyles } from "./request/parameter-styles.ts";
export { type Parameters, parameterReader } from "./request/parameters.ts";
export { decoded, queryPairs } from "./request/query-string.ts";
export { formReader } from "./request/read-form.ts";
export { readResponseHeader } from "./request/read-response-header.ts";
export { multipartForm, type SentForm, urlencodedForm } from "./request/sent-form.ts";
export { unknownQueryParameters } from "./request/unknown-query.ts";
