import { isDeepStrictEqual } from "node:util";
import {
  type ApiDocument,
  essence,
  flat,
  isJson,
  operationFinder,
  parsed,
  resolve,
  responseFaults,
  type Schema,
} from "@counterpart/testing";
import type { Answer, Question } from "./ask.ts";

/** One difference between the mock's and the server's response. */
export interface Discrepancy {
  about: "status" | "media type" | "header" | "body" | "document";
  /** Of a header, in lower case. */
  name?: string;
  mock?: unknown;
  server?: unknown;
  message: string;
}

/** Headers that depend on the connection, the time or the data. */
const incidental = new Set([
  "connection",
  "content-length",
  "etag",
  "content-type",
  "date",
  "keep-alive",
  "transfer-encoding",
]);

/**
 * Compares the mock's and the server's response to one request. Errors must be identical, and successes have the same
 * shape. A violation by only one of them counts too. If the statuses differ, the rest isn't compared.
 */
export function comparer(
  document: ApiDocument,
): (question: Question, mock: Answer, server: Answer) => Discrepancy[] {
  const faultsOf = responseFaults(document);
  const find = operationFinder(document);

  return (question, mock, server) => {
    const operation = find(question.method, question.path.replace(/\?.*/, ""));
    const [ofMock, ofServer] = [mock, server].map(({ status, headers, text }) => {
      const contentType = headers["content-type"];
      const answer = { method: question.method, status, headers, text, contentType };
      return faultsOf({ ...answer, ...(operation && { operation }) }).map(({ message }) => message);
    });
    const out = [...onlyIn("mock", ofMock, ofServer), ...onlyIn("server", ofServer, ofMock)];
    if (mock.status !== server.status) {
      return [...out, differing("status", mock.status, server.status)];
    }
    const responses = operation?.responses ?? document.unmatched;
    const documented = responses[mock.status];
    const types = [mock, server].map(({ headers: { "content-type": type } }) =>
      // Whether other text has a charset depends on whether the handler returns text or bytes.
      type === undefined || isJson(type) ? type : essence(type),
    );
    if (types[0] !== types[1]) {
      out.push(differing("media type", types[0], types[1]));
    } else {
      const bodies = [mock, server].map(({ text }) => parsed(text, types[0]));
      const schema = Object.values(documented?.content ?? {})[0]?.schema ?? {};
      const faults =
        mock.status < 400
          ? shapeFaults(document, schema, bodies[0], bodies[1])
          : isDeepStrictEqual(bodies[0], bodies[1])
            ? []
            : [`The mock says ${mock.text} where the server says ${server.text}.`];
      for (const message of faults) out.push({ about: "body", message });
    }
    for (const name of new Set([...Object.keys(mock.headers), ...Object.keys(server.headers)])) {
      if (incidental.has(name)) continue;
      const [ofMock, ofServer] = [mock.headers[name], server.headers[name]];
      const [, header] =
        Object.entries(documented?.headers ?? {}).find(([one]) => one.toLowerCase() === name) ?? [];
      // Headers that handlers set contain their data. The document check covers required ones.
      if (ofMock !== ofServer && header?.setByServer !== false)
        out.push({ ...differing("header", ofMock, ofServer, name), name });
    }
    return out;
  };
}

/** A fault of both isn't a difference. */
function onlyIn(who: string, faults: string[] = [], others: string[] = []): Discrepancy[] {
  return faults
    .filter((fault) => !others.includes(fault))
    .map((fault) => ({ about: "document", message: `the ${who}: ${fault}` }));
}

function differing(
  about: Discrepancy["about"],
  mock: string | number | undefined,
  server: string | number | undefined,
  name: string = about,
): Discrepancy {
  return { about, mock, server, message: `${name}: the mock has ${mock}, the server has ${server}.` };
}

/**
 * The places where two bodies differ in types or properties. Lists are compared by their items, and properties that a
 * schema doesn't name by their values. Null matches any shape, since the schema decides whether it is allowed.
 */
export function shapeFaults(
  document: ApiDocument,
  schema: Schema,
  mock: unknown,
  server: unknown,
  at = "",
): string[] {
  if (mock === null || server === null) return [];
  const [ofMock, ofServer] = [jsonType(mock), jsonType(server)];
  if (ofMock !== ofServer) return [`${at || "/"} is ${ofMock} in the mock and ${ofServer} in the server.`];
  const { properties, items, additionalProperties } = flat(document, schema);
  if (Array.isArray(mock) && Array.isArray(server)) {
    const [first] = mock;
    if (first === undefined) return [];
    const ofItem = (items ?? {}) as Schema;
    // Items of several kinds are compared with the mock's item that is most like them.
    const models = resolve<{ oneOf?: unknown }>(document, ofItem).oneOf === undefined ? [first] : mock;
    const faults = server.flatMap((item) => {
      const [fewest = []] = models
        .map((model) => shapeFaults(document, ofItem, model, item, `${at}/*`))
        .sort((one, other) => one.length - other.length);
      return fewest;
    });
    return [...new Set(faults)];
  }
  if (ofMock !== "object") return [];
  const [ours, theirs] = [new Map(Object.entries(mock as object)), new Map(Object.entries(server as object))];
  const faults: string[] = [];
  for (const name of new Set([...ours.keys(), ...theirs.keys()])) {
    if (!properties[name]) continue;
    const place = `${at}/${name}`;
    if (!theirs.has(name)) faults.push(`${place} is in the mock and not in the server.`);
    else if (!ours.has(name)) faults.push(`${place} is in the server and not in the mock.`);
    else faults.push(...shapeFaults(document, properties[name], ours.get(name), theirs.get(name), place));
  }
  const [own, other] = [ours, theirs].map((body) => [...body].filter(([name]) => !properties[name]));
  const isMap = resolve(document, additionalProperties) instanceof Object;
  const unnamed = [own, other].map((entries = []) => entries.map(([name]) => name).sort());
  if (isMap && own?.[0] && other?.[0]) {
    faults.push(
      ...shapeFaults(document, additionalProperties as Schema, own[0][1], other[0][1], `${at}/{any}`),
    );
  } else if (!isMap && !isDeepStrictEqual(unnamed[0], unnamed[1])) {
    faults.push(
      `${at || "/"} has undocumented properties: ${unnamed[0]} in the mock, ${unnamed[1]} in the server.`,
    );
  }
  return faults;
}

function jsonType(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}
