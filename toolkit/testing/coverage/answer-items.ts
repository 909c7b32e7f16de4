import {
  type ApiDocument,
  errorCodeNames,
  findMediaType,
  isJson,
  propertyEnum,
  type Response,
  responseKey,
} from "@counterpart/server/document";
import { own } from "@counterpart/server/values";
import type { Exchange } from "../checks/exchange.ts";
import { type ContractItem, owners, unmatched } from "./contract-item.ts";

/** The items of the document's responses: statuses with their media types, headers, and error codes. */
export function answerItems(document: ApiDocument): ContractItem[] {
  return owners(document).flatMap(({ owner, operation, responses }) => [
    ...Object.entries(responses).flatMap(([status, response]) =>
      itemsOf(document, { owner, status, response }),
    ),
    ...(operation?.method === "get"
      ? [{ id: `${owner} HEAD`, owner, group: "answers", status: "HEAD" } as const]
      : []),
  ]);
}

function itemsOf(
  document: ApiDocument,
  { owner, status, response }: { owner: string; status: string; response: Response },
): ContractItem[] {
  const start = `${owner} ${status}`;
  const mediaTypes = Object.entries(response.content);
  const answers = mediaTypes.length === 0 ? [start] : mediaTypes.map(([type]) => `${start} ${type}`);
  const headers = Object.keys(response.headers).map((name) => `${start} header ${name}`);
  const codes = mediaTypes.flatMap(([type, { schema }]) =>
    schema && isJson(type)
      ? errorCodeNames(document).flatMap((name) =>
          propertyEnum(document, schema, name).map((code) => `${start} ${name} ${code}`),
        )
      : [],
  );
  const groups = [
    ["answers", answers],
    ["headers", headers],
    ["codes", [...new Set(codes)]],
  ] as const;
  return groups.flatMap(([group, ids]) => ids.map((id) => ({ id, owner, group, status })));
}

/** The items that a response covers. The response is assumed to be valid. */
export function seenInAnswer(document: ApiDocument, exchange: Exchange): string[] {
  const { operation, method, status, mediaType, body, headers } = exchange;
  const owner = operation?.operationId ?? unmatched;
  if (method === "HEAD" && operation?.method === "get") return status < 400 ? [`${owner} HEAD`] : [];
  const responses = operation?.responses ?? document.unmatched;
  const key = responseKey(responses, status);
  const response = key === undefined ? undefined : responses[key];
  if (!response) return [];
  const start = `${owner} ${key}`;
  const types = Object.keys(response.content);
  const type = findMediaType(types, headers["content-type"] ?? mediaType ?? "");
  return [
    ...(types.length === 0 ? [start] : type ? [`${start} ${type}`] : []),
    ...Object.keys(response.headers)
      .filter((name) => own(headers, name.toLowerCase()) !== undefined)
      .map((name) => `${start} header ${name}`),
    ...errorCodeNames(document).flatMap((name) => {
      const code = own((body ?? {}) as Record<string, unknown>, name);
      return typeof code === "string" ? [`${start} ${name} ${code}`] : [];
    }),
  ];
}

/** One item per webhook and callback. A suite must receive all of them only if it receives any. */
export function webhookItems({ outgoing }: ApiDocument, seen: Record<string, number>): ContractItem[] {
  const items = outgoing.map(
    ({ name }): ContractItem => ({
      id: webhookItem(name),
      owner: webhookOwner(name),
      group: "answers",
      status: "sent",
    }),
  );
  return items.some(({ id }) => Object.hasOwn(seen, id)) ? items : [];
}

export function webhookItem(name: string): string {
  return `${webhookOwner(name)} sent`;
}

/** The owner of a webhook's items; its space distinguishes it from operationIds. */
function webhookOwner(name: string): string {
  return `webhook ${name}`;
}
