import type { Severity } from "@counterpart/server/document/findings/finding";
import type { Fault } from "./fault.ts";
import { createdNotFound, foreignRead } from "./history/creations.ts";
import { stillListed, stillThere } from "./history/deletions.ts";
import { etagChanged, etagReused, falseNotModified, ifMatchIgnored } from "./history/entity-tags.ts";
import { headDiffers } from "./history/head-differs.ts";
import type { Memory } from "./history/memory.ts";
import { patchClears } from "./history/patch-clears.ts";
import { putDiffers } from "./history/put-differs.ts";
import { echoDiffers, storedDiffers } from "./history/written-values.ts";
import { missingCredential, refusedCredential } from "./history/wrong-credentials.ts";
import { filterIgnored } from "./list/filter-ignored.ts";
import { limitExceeded } from "./list/limit-exceeded.ts";
import { pageRepeats } from "./list/page-repeats.ts";
import type { Observed } from "./observe.ts";
import { invalidRequest } from "./request/invalid-request.ts";
import { contentCoding, emptyBody, invalidUtf8, mediaType, unexpectedBody } from "./response/body-form.ts";
import { byteOrderMark, duplicateKey, inexactInteger, invalidJson } from "./response/json-syntax.ts";
import { responseBody } from "./response/response-body.ts";
import { repeatedHeader, responseHeader } from "./response/response-headers.ts";
import { responseItem } from "./response/response-item.ts";
import {
  serverError,
  undocumentedMethod,
  undocumentedPath,
  undocumentedRefusal,
  undocumentedStatus,
} from "./response/undocumented.ts";

interface Rule {
  /** What a finding of the rule means, in one sentence. */
  meaning: string;
  severity: Severity;
  find: (observed: Observed, memory: Memory) => Fault[];
  /** Whether it expects a server that keeps what it is sent. Examples, sent with `X-Mock: true`, aren't judged by it. */
  needsState?: true;
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
    meaning: "The body can't be decoded according to Content-Encoding.",
    severity: "error",
    find: contentCoding,
  },
  "unexpected-body": {
    meaning: "The response has a body, but the document or HTTP allows none.",
    severity: "error",
    find: unexpectedBody,
  },
  "empty-body": {
    meaning: "The body is empty, but JSON is documented.",
    severity: "error",
    find: emptyBody,
  },
  "invalid-utf8": {
    meaning: "A body isn't UTF-8 as its media type requires.",
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
  "response-item": {
    meaning: "An item of a stream violates its schema.",
    severity: "error",
    find: responseItem,
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
  "refused-credential": {
    meaning: "The server answered 2xx to a credential that it refused elsewhere with 401.",
    severity: "error",
    find: refusedCredential,
  },
  "foreign-read": {
    meaning: "A caller reads what another one created, which may be intended.",
    severity: "info",
    find: foreignRead,
    needsState: true,
  },
  "still-there": {
    meaning: "GET returns a deleted resource.",
    severity: "error",
    find: stillThere,
    needsState: true,
  },
  "still-listed": {
    meaning: "A list has a row that was deleted.",
    severity: "error",
    find: stillListed,
    needsState: true,
  },
  "created-not-found": {
    meaning: "GET answers 404 for a created or stored resource.",
    severity: "error",
    find: createdNotFound,
    needsState: true,
  },
  "stored-differs": {
    meaning: "GET answers with another value than the one that PUT stored.",
    severity: "error",
    find: storedDiffers,
    needsState: true,
  },
  "put-differs": {
    meaning: "The same PUT is answered differently the second time.",
    severity: "error",
    find: putDiffers,
    needsState: true,
  },
  "echo-differs": {
    meaning: "The response to a write has another value than the one that was sent.",
    severity: "error",
    find: echoDiffers,
    needsState: true,
  },
  "patch-clears": {
    meaning: "A merge patch clears a member that it doesn't have.",
    severity: "error",
    find: patchClears,
    needsState: true,
  },
  "if-match-ignored": {
    meaning: "A write with the ETag of an older version succeeds.",
    severity: "error",
    find: ifMatchIgnored,
    needsState: true,
  },
  "false-not-modified": {
    meaning: "The server answers 304 for a version that the client doesn't have.",
    severity: "error",
    find: falseNotModified,
  },
  "etag-reused": {
    meaning: "Two bodies have the same strong ETag.",
    severity: "error",
    find: etagReused,
    needsState: true,
  },
  "etag-changed": {
    meaning: "The same body has another ETag, though nothing was written.",
    severity: "error",
    find: etagChanged,
    needsState: true,
  },
  "head-differs": {
    meaning: "HEAD has another status or other headers than GET.",
    severity: "error",
    find: headDiffers,
    needsState: true,
  },
  "limit-exceeded": {
    meaning: "A list has more rows than its limit.",
    severity: "error",
    find: limitExceeded,
    needsState: true,
  },
  "filter-ignored": {
    meaning: "A list has rows that its filter excludes.",
    severity: "error",
    find: filterIgnored,
    needsState: true,
  },
  "page-repeats": {
    meaning: "Two pages of a list have the same row, though nothing was written.",
    severity: "error",
    find: pageRepeats,
    needsState: true,
  },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;

export const ruleNames = Object.keys(rules) as RuleName[];

/** Rules about what a server keeps. An answer that breaks one may conform to the document by itself. */
export const statefulRules = ruleNames.filter((name) => "needsState" in rules[name]);
