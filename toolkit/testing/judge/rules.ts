import type { Severity } from "@counterpart/server/findings";
import { createdNotFound, foreignRead } from "./history/creations.ts";
import { stillListed, stillThere } from "./history/deletions.ts";
import { etagChanged, etagReused, falseNotModified, ifMatchIgnored } from "./history/entity-tags.ts";
import { headDiffers } from "./history/head-differs.ts";
import type { Memory } from "./history/memory.ts";
import { echoDiffers, patchClears, putDiffers, storedDiffers } from "./history/written-values.ts";
import { missingCredential, refusedCredential } from "./history/wrong-credentials.ts";
import { filterIgnored } from "./list/filter-ignored.ts";
import { limitExceeded } from "./list/limit-exceeded.ts";
import { pageRepeats } from "./list/page-repeats.ts";
import type { Fault, Observed } from "./observe.ts";
import { invalidRequest } from "./request/invalid-request.ts";
import { contentCoding, emptyBody, invalidUtf8, mediaType, unexpectedBody } from "./response/body-form.ts";
import { byteOrderMark, duplicateKey, inexactInteger, invalidJson } from "./response/json-syntax.ts";
import { responseBody, responseItem } from "./response/response-body.ts";
import { repeatedHeader, responseHeader } from "./response/response-headers.ts";
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
  needsState?: boolean;
}

const fault = (meaning: string, find: Rule["find"]): Rule => ({ meaning, severity: "error", find });
const hint = (meaning: string, find: Rule["find"]): Rule => ({ meaning, severity: "info", find });
const ofState = (rule: Rule): Rule => ({ ...rule, needsState: true });

/** All rules by name, in the order in which findings are reported. */
export const rules = {
  "server-error": fault("The server answered 500, or another 5xx that isn't documented.", serverError),
  "undocumented-path": fault(
    "The server answered at a path that the document doesn't have.",
    undocumentedPath,
  ),
  "undocumented-method": fault(
    "The server answered 2xx to a method that the document doesn't have for the path.",
    undocumentedMethod,
  ),
  "undocumented-status": fault(
    "The document has no response with this status for the operation.",
    undocumentedStatus,
  ),
  "undocumented-refusal": hint(
    "The document doesn't list a 401, 405, 413, 415 or 429 that the server answers.",
    undocumentedRefusal,
  ),
  "media-type": fault("The response's media type isn't a documented one.", mediaType),
  "response-header": fault(
    "A required header is missing from the response, or a header violates its schema.",
    responseHeader,
  ),
  "repeated-header": fault("A header that HTTP allows once is sent several times.", repeatedHeader),
  "content-coding": fault("The body can't be decoded according to Content-Encoding.", contentCoding),
  "unexpected-body": fault("The response has a body, but the document or HTTP allows none.", unexpectedBody),
  "empty-body": fault("The body is empty, but JSON is documented.", emptyBody),
  "invalid-utf8": fault("A body isn't UTF-8 as its media type requires.", invalidUtf8),
  "invalid-json": fault("A body that is declared as JSON isn't valid JSON.", invalidJson),
  "byte-order-mark": fault("JSON begins with a byte order mark.", byteOrderMark),
  "response-body": fault("The body violates its schema.", responseBody),
  "response-item": fault("An item of a stream violates its schema.", responseItem),
  "duplicate-key": hint("An object in the JSON has a member twice.", duplicateKey),
  "inexact-integer": hint("The JSON has an integer that JavaScript rounds.", inexactInteger),
  "invalid-request": fault(
    "The server answered 2xx to a request that the document doesn't allow.",
    invalidRequest,
  ),
  "missing-credential": fault(
    "The server answered 2xx to a request without the credential that the document requires.",
    missingCredential,
  ),
  "refused-credential": fault(
    "The server answered 2xx to a credential that it refused elsewhere with 401.",
    refusedCredential,
  ),
  "foreign-read": ofState(
    hint("A caller reads what another one created, which may be intended.", foreignRead),
  ),
  "still-there": ofState(fault("GET returns a deleted resource.", stillThere)),
  "still-listed": ofState(fault("A list has a row that was deleted.", stillListed)),
  "created-not-found": ofState(fault("GET answers 404 for a created or stored resource.", createdNotFound)),
  "stored-differs": ofState(
    fault("GET answers with another value than the one that PUT stored.", storedDiffers),
  ),
  "put-differs": ofState(fault("The same PUT is answered differently the second time.", putDiffers)),
  "echo-differs": ofState(
    fault("The response to a write has another value than the one that was sent.", echoDiffers),
  ),
  "patch-clears": ofState(fault("A merge patch clears a member that it doesn't have.", patchClears)),
  "if-match-ignored": ofState(fault("A write with the ETag of an older version succeeds.", ifMatchIgnored)),
  "false-not-modified": fault(
    "The server answers 304 for a version that the client doesn't have.",
    falseNotModified,
  ),
  "etag-reused": ofState(fault("Two bodies have the same strong ETag.", etagReused)),
  "etag-changed": ofState(fault("The same body has another ETag, though nothing was written.", etagChanged)),
  "head-differs": ofState(fault("HEAD has another status or other headers than GET.", headDiffers)),
  "limit-exceeded": ofState(fault("A list has more rows than its limit.", limitExceeded)),
  "filter-ignored": ofState(fault("A list has rows that its filter excludes.", filterIgnored)),
  "page-repeats": ofState(
    fault("Two pages of a list have the same row, though nothing was written.", pageRepeats),
  ),
} satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;

export const ruleNames = Object.keys(rules) as RuleName[];

/** Rules about what a server keeps. An answer that breaks one may conform to the document by itself. */
export const statefulRules = ruleNames.filter((name) => rules[name].needsState);
