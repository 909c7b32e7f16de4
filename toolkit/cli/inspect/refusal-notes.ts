import {
  type ApiDocument,
  acceptsAnyRequest,
  type DocumentOperation,
  errorContent,
  isOpen,
  operationPointer,
  type Response,
  responseKey,
  takesIdempotencyKey,
} from "@counterpart/server/document";
import type { Finding } from "@counterpart/server/findings";
import { createErrorResponse, documentedStatus } from "@counterpart/server/http";
import { createLog } from "@counterpart/server/log";
import { createValidators } from "@counterpart/server/validation";

/**
 * Reports refusals that the document leaves no way to express: their status is undocumented, or no value can be
 * made for a required header or the body.
 */
export function refusalNotes(document: ApiDocument): Finding[] {
  const faultsOf = faultFinder(document);
  const undocumented = new Map<number, string[]>();
  const faults = document.operations.flatMap((operation) =>
    refusalsOf(document, operation).flatMap((refusal) => {
      const status = documentedStatus(operation.responses, refusal);
      const key = responseKey(operation.responses, status);
      if (key !== undefined)
        return faultsOf(operation, { status, key, pointer: `${operationPointer(operation)}/responses` });
      undocumented.set(refusal, [...(undocumented.get(refusal) ?? []), operation.operationId]);
      return [];
    }),
  );
  const unmatched = [404, 405].flatMap((status) => {
    const key = responseKey(document.unmatched, status);
    return key === undefined ? [] : faultsOf(undefined, { status, key, pointer: "#/x-unmatched" });
  });
  return [...faults, ...unmatched, ...undocumentedNotes(undocumented)];
}

/** The statuses with which the server may refuse an operation's requests before it calls the handler, and 500. */
function refusalsOf(document: ApiDocument, operation: DocumentOperation): number[] {
  const { security, requestBody } = operation;
  return [
    ...(acceptsAnyRequest(document, operation) ? [] : [400]),
    ...(isOpen(security) ? [] : [401]),
    ...(takesIdempotencyKey(operation) ? [409] : []),
    ...(requestBody ? [413, 415] : []),
    ...(Object.keys(document.rateLimits).length > 0 ? [429] : []),
    500,
  ];
}

interface Refusal {
  status: number;
  /** Of the documented response. */
  key: string;
  pointer: string;
}

/** Makes each refusal as the server does, and checks it. */
function faultFinder(document: ApiDocument) {
  const validators = createValidators(document);
  const answerOf = createErrorResponse({ document, validators, log: createLog({ write: () => {} }) });
  const checked = new Set<Response>();
  return (operation: DocumentOperation | undefined, { status, key, pointer }: Refusal): Finding[] => {
    const response = (operation?.responses ?? document.unmatched)[key];
    if (!response || checked.has(response)) return [];
    checked.add(response);
    const facts = { status, code: "INVALID_REQUEST", message: "Invalid.", requestId: "req_0a1b2c3d4e5f" };
    const { content, missing } = answerOf(operation, facts);
    const headers = Object.entries(response.headers)
      .filter(([name, { required, setByServer }]) => required && !setByServer && !ownHeaders.test(name))
      .filter(([name]) => missing[name] === undefined)
      .map(([name]) => `its required header ${name}`);
    const media = response.content[errorContent(response).mediaType ?? ""];
    const isUnfit =
      media !== undefined &&
      content !== undefined &&
      validators.responseBody(media).firstFault({ body: JSON.parse(content.text) }) !== undefined;
    return [...headers, ...(isUnfit ? ["its body"] : [])].map((part) => ({
      severity: "warning",
      pointer: `${pointer}/${key}`,
      message: `The server can't make a value for ${part} when it refuses a request itself. Add a valid example, or write it in \`renderError\`.`,
    }));
  };
}

/** Headers with which the server describes its refusals and bodies. */
const ownHeaders = /^(allow|content-(type|length|encoding)|ratelimit.*)$/i;

function undocumentedNotes(undocumented: Map<number, string[]>): Finding[] {
  if (undocumented.size === 0) return [];
  const statuses = [...undocumented]
    .sort(([one], [other]) => one - other)
    .map(
      ([status, [first, ...others]]) =>
        `${status} (${first}${others.length > 0 ? ` and ${others.length} more` : ""})`,
    );
  const message = `The server may answer statuses that the document has no response for: ${statuses.join(", ")}. Document them, or \`4XX\`, \`5XX\` or \`default\`.`;
  return [{ severity: "info", pointer: "#/paths", message }];
}
