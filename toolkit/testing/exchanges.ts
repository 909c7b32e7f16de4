// The exports for tools that send, describe and record exchanges. Loads no validator, and no generator of values.

export { isMarkedNonconforming } from "./checks/nonconforming-header.ts";
export { createSender, NoResponse } from "./fuzz/http.ts";
export { counted } from "./judge/counted.ts";
export { isDecodable } from "./judge/decode-content.ts";
export { type Exchange, type HeaderLines, headerValues, type SentRequest } from "./judge/exchange.ts";
export { explainHeader } from "./mock/explain-refusal.ts";
export { callAddress } from "./mock/pages/answer-links.ts";
export { successStatus } from "./mock/responses.ts";
export { documentedPrefix, documentTarget } from "./proxy/document-target.ts";
export {
  byPart,
  type Credentials,
  credentialsIn,
  type Presented,
  presentedFor,
  variableOf,
} from "./samples/credentials.ts";
export { curl } from "./samples/curl.ts";
export { uploadName } from "./samples/form-bytes.ts";
export { type HttpRequest, joined } from "./samples/http-request.ts";
export type { KnownValues } from "./samples/known.ts";
export { sendablePath } from "./samples/parameter-text.ts";
