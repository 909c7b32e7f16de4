import type { Severity } from "@counterpart/server/document/findings/finding";
import type { Fault } from "./fault.ts";
import type { Observed } from "./observe.ts";
import { invalidRequest } from "./request/invalid-request.ts";
import { missingCredential } from "./request/missing-credential.ts";
import { byteOrderMark } from "./response/byte-order-mark.ts";
import { contentCoding } from "./response/content-coding.ts";
import { duplicateKey } from "./response/duplicate-key.ts";
import { emptyBody } from "./response/empty-body.ts";
import { inexactInteger } from "./response/inexact-integer.ts";
import { invalidJson } from "./response/invalid-json.ts";
import { invalidUtf8 } from "./response/invalid-utf8.ts";
import { mediaType } from "./response/media-type.ts";
import { repeatedHeader } from "./response/repeated-header.ts";
import { responseBody } from "./response/response-body.ts";
import { responseHeader } from "./response/response-header.ts";
import { serverError } from "./response/server-error.ts";
import { undocumentedMethod } from "./response/undocumented-method.ts";
import { undocumentedPath } from "./response/undocumented-path.ts";
import { undocumentedRefusal, undocumentedStatus } from "./response/undocumented-status.ts";
import { unexpectedBody } from "./response/unexpected-body.ts";

interface Rule {
  /** What a finding of the rule means, in one sentence. */
  meaning: string;
  severity: Severity;
  find: (observed: Observed) => Fault[];
}

/** All rules by name, in the order in which findings are reported. */
export const rules = {
  "server-error": {
    meaning: "The server answered 500, or another 5xx that isn't documented.",
    severity: "error",
    find: serverError,
  },
  "undocumented-path": {
    meaning: "The server answered at a path that the document doesn't have.",
    severity: "error",
    find: undocumentedPath,
  },
  "undocumented-method": {
    meaning: "The server answered 2xx to a method that the document doesn't have for the path.",
    severity: "error",
    find: undocumentedMethod,
  },
  "undocumented-status": {
    meaning: "The document has no response with this status for the operation.",
    severity: "error",
    find: undocumentedStatus,
  },
  "undocumented-refusal": {
    meaning: "The document doesn't list a 401, 405, 413, 415 or 429 that the server answers.",
    severity: "info",
    find: undocumentedRefusal,
  },
  "media-type": {
    meaning: "The response's media type isn't a documented one.",
    severity: "error",
    find: mediaType,
  },
  "response-header": {
    meaning: "A required header is missing from the response, or a header violates its schema.",
    severity: "error",
    find: responseHeader,
  },
  "repeated-header": {
    meaning: "A header that HTTP allows once is sent several times.",
    severity: "error",
    find: repeatedHeader,
  },
  "content-coding": {
    meaning: "The body can't be decoded as Content-Encoding says.",
    severity: "error",
    find: contentCoding,
  },
  "unexpected-body": {
    meaning: "The response has a body where the document or HTTP has none.",
    severity: "error",
    find: unexpectedBody,
  },
  "empty-body": {
    meaning: "The body is empty where the document has JSON.",
    severity: "error",
    find: emptyBody,
  },
  "invalid-utf8": {
    meaning: "A body that has to be UTF-8 isn't.",
    severity: "error",
    find: invalidUtf8,
  },
  "invalid-json": {
    meaning: "A body that is declared as JSON isn't valid JSON.",
    severity: "error",
    find: invalidJson,
  },
  "byte-order-mark": {
    meaning: "JSON begins with a byte order mark.",
    severity: "error",
    find: byteOrderMark,
  },
  "response-body": {
    meaning: "The body violates its schema.",
    severity: "error",
    find: responseBody,
  },
  "duplicate-key": {
    meaning: "An object in the JSON has a member twice.",
    severity: "info",
    find: duplicateKey,
  },
  "inexact-integer": {
    meaning: "The JSON has an integer that JavaScript rounds.",
    severity: "info",
    find: inexactInteger,
  },
  "invalid-request": {
    meaning: "The server answered 2xx to a request that the document doesn't allow.",
    severity: "error",
    find: invalidRequest,
  },
  "missing-credential": {
    meaning: "The server answered 2xx to a request without the credential that the document requires.",
    severity: "error",
    find: missingCredential,
  },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;

export const ruleNames = Object.keys(rules) as RuleName[];
