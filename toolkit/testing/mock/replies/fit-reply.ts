import {
  type ApiDocument,
  type DocumentOperation,
  examplesOf,
  type Header,
  hasItems,
  isJson,
  type MediaType,
  omitMarked,
  type Response,
  responseFor,
  sentMediaType,
} from "@counterpart/server/document";
import { headerLines } from "@counterpart/server/http";
import { headerFaultFinder, type OperationValidators } from "@counterpart/server/validation";
import { getOrMake, namesIn, own, setOwn } from "@counterpart/server/values";
import { serialise } from "../../samples/parameter-text.ts";
import { headerParameter, simplestAnswer } from "../../samples/sample-values.ts";
import type { Reply } from "../prism/prism.ts";

/**
 * Replaces parts of Prism's reply that violate the document by another example, by its valid part, or by a generated
 * value. If all fail, marks the reply.
 */
export function replyFitter(
  document: ApiDocument,
  validators: Pick<OperationValidators, "responseBody" | "responseHeader">,
): (operation: DocumentOperation, reply: Reply) => Reply {
  const headerFault = headerFaultFinder(document, validators);
  const made = new WeakMap<MediaType | Header, { value: unknown }>();
  const invented = (documented: MediaType | Header) =>
    getOrMake(made, documented, () => ({ value: simplestAnswer(document, documented.schema) })).value;

  function fittingBody(mediaType: MediaType, body: unknown): Pick<Reply, "body" | "isNonconforming"> {
    const { allFaults } = validators.responseBody(mediaType);
    const findFaults: FindFaults = (one) =>
      (allFaults({ body: one }) ?? []).map(({ pointer }) => pointer.slice("/body".length));
    const given = [body, ...examplesOf(mediaType), ...(mediaType.schema ? [] : [{}])].filter(
      (one) => one !== undefined,
    );
    const sendable = (one: unknown) => omitMarked(document, mediaType.schema, one, "writeOnly");
    // Usually the first is valid, so the others aren't checked.
    for (const one of given) {
      const sent = sendable(one);
      if (findFaults(sent).length === 0) return { body: sent };
    }
    const repaired = given
      .map((one) => withoutFaults(sendable(one), findFaults))
      .find((one) => one !== undefined);
    if (repaired !== undefined) return { body: repaired };
    const made = invented(mediaType) ?? body;
    return findFaults(made).length === 0 ? { body: made } : { body: made, isNonconforming: true };
  }

  function fittingHeader(name: string, header: Header, value: unknown): unknown {
    if (value === undefined && !header.required) return undefined;
    if (isSendable(name, header, value) && !headerFault(name, header, value)) return value;
    const made = invented(header);
    if (serialise(headerParameter(name, header), made) !== undefined) return made;
    return isSendable(name, header, value) ? value : undefined;
  }

  function fittingHeaders({ headers }: Response, given: Record<string, unknown>): Record<string, unknown> {
    const fitting = { ...given };
    for (const [name, header] of Object.entries(headers)) {
      const key = Object.keys(given).find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;
      const value = fittingHeader(name, header, own(given, key));
      if (value === undefined) delete fitting[key];
      else setOwn(fitting, key, value);
    }
    return fitting;
  }

  return ({ responses }, reply) => {
    const response = responseFor(responses, reply.status);
    if (!response) return reply;
    const headers = fittingHeaders(response, reply.headers);
    const mediaType = response.content[reply.mediaType ?? ""];
    const isStream = hasItems(reply.mediaType ?? "", mediaType) && typeof reply.body !== "string";
    if (!mediaType || !(isStream || isJson(sentMediaType(document, reply.mediaType ?? "", mediaType))))
      return { ...reply, headers };
    return { ...reply, headers, ...fittingBody(mediaType, reply.body) };
  };
}

/** Whether a header can carry this value. */
function isSendable(name: string, header: Header, value: unknown): boolean {
  const lines = headerLines(name, value, header);
  return lines !== undefined && [lines].flat().every((line) => /^[\t\x20-\x7e\x80-\xff]*$/.test(line));
}

/** Finds the invalid parts of a value, as JSON pointers. */
type FindFaults = (value: unknown) => string[];

/** The limit on tries, each of which counts more with many faults: other requests wait meanwhile. */
const maxTries = 200;
const faultsPerTry = 20;

/**
 * Removes invalid parts that can be left out, such as optional properties and items; undefined if that fails.
 */
export function withoutFaults(value: unknown, findFaults: FindFaults): unknown {
  let best = value;
  let faults = findFaults(best);
  let tries = 0;
  while (faults.length > 0) {
    let fewer: string[] | undefined;
    for (const less of removals(best, faults)) {
      if (tries > maxTries) return undefined;
      const left = findFaults(less);
      tries += 1 + left.length / faultsPerTry;
      if (left.length >= faults.length) continue;
      best = less;
      fewer = left;
      break;
    }
    if (fewer === undefined) return undefined;
    faults = fewer;
  }
  return best;
}

/** The value without the part at a pointer, then without the enclosing part, and so on, for each pointer. */
function* removals(value: unknown, pointers: string[]): Generator<unknown> {
  // Several alternatives may report the same place.
  for (const pointer of new Set(pointers)) {
    const keys = namesIn(pointer);
    for (let length = keys.length; length > 0; length--) yield without(value, keys.slice(0, length));
  }
}

function without(value: unknown, [key = "", ...rest]: string[]): unknown {
  if (Array.isArray(value)) {
    const at = Number(key);
    return rest.length === 0 ? value.toSpliced(at, 1) : value.with(at, without(value[at], rest));
  }
  const { [key]: member, ...others } = value as Record<string, unknown>;
  return rest.length === 0 ? others : { ...others, [key]: without(member, rest) };
}
