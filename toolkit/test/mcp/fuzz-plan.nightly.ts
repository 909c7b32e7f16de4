import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { AnyHandler } from "../../server/http/steps/handle.ts";
import { operationTools } from "../../server/mcp/tools/tools.ts";
import type { CompiledOperation, Parts } from "../../testing/fuzz/operation.ts";
import { plan } from "../../testing/fuzz/plan.ts";
import { buildRequest } from "../../testing/fuzz/request.ts";
import { placed, presentedFor } from "../../testing/samples/credentials.ts";
import { ifReachable } from "../../testing/samples/values/arbitraries.ts";
import { startLibrary } from "./start-library.ts";

const echo: AnyHandler = ({ path, query, headers, body }) => ({
  status: 200,
  body: { id: path.bookId ?? "1", title: JSON.stringify({ path, query, headers, body }).slice(0, 100) },
});
const library = await startLibrary({
  handlers: {
    listBooks: async (input, services) => ({ status: 200, body: [(await echo(input, services)).body] }),
    addBook: ({ body }) => ({ status: 201, body: { id: "1", title: body.title } }),
    readBook: echo,
    moveBook: echo,
    removeBook: () => ({ status: 204 }),
    readText: ({ path }) => ({ status: 200, body: `Text of ${path.bookId}` }),
  },
  limits: { global: 1_000_000 },
});
afterAll(() => library.close());
const client = await library.connect();
const { document } = library;
const { tools } = operationTools(document);
const credentials = { card: "good" };
const { compiled } = plan({ document, owner: { credentials, known: {}, markers: [] } });

const key = "header Idempotency-Key";
const seed = 46;
/** Valid and invalid requests; a call has an Idempotency-Key that its caller doesn't choose. */
function samples({ valid, negatives }: CompiledOperation): Parts[] {
  const sampled = [
    ...fc.sample(valid, { numRuns: 20, seed }),
    ...negatives
      .filter(({ parameter }) => parameter?.name !== "Idempotency-Key")
      .flatMap(({ arbitrary }) => ifReachable(() => fc.sample(arbitrary, { numRuns: 10, seed })) ?? []),
  ];
  return sampled.map(({ parameters, ...rest }) => ({
    ...rest,
    parameters: key in parameters ? { ...parameters, [key]: randomUUID() } : parameters,
  }));
}

interface Answered {
  status: string;
  text: string;
}

async function overHttp(compiledOne: CompiledOperation, parts: Parts): Promise<Answered> {
  const presented = presentedFor(document, compiledOne.operation, credentials) ?? [];
  const { method, path, query, headers, body } = buildRequest(compiledOne, parts, presented);
  const response = await fetch(`${library.url}${path}${query.length > 0 ? `?${query.join("&")}` : ""}`, {
    method,
    headers: [...headers, ...presented.map(placed).map(({ name, value }): [string, string] => [name, value])],
    ...(body && { body: new Uint8Array(body) }),
  });
  return { status: String(response.status), text: await response.text() };
}

/** The arguments of a request; undefined if it has parts without an argument. */
function argumentsOf(name: string, { parameters, body }: Parts): Record<string, unknown> | undefined {
  const list = tools.find((tool) => tool.name === name)?.arguments().list ?? [];
  const given: Record<string, unknown> = name === "removeBook" ? { confirmed: true } : {};
  const set = (place: string, target: string, value: unknown): boolean => {
    const argument = list.find((one) => one.place === place && one.target === target);
    if (argument) given[argument.name] = value;
    return argument !== undefined;
  };
  for (const [part, value] of Object.entries(parameters)) {
    if (part === key) continue;
    const [place = "", ...words] = part.split(" ");
    if (value === null || !set(place, words.join(" "), value)) return undefined;
  }
  if (!body) return list.some(({ place }) => place === "field") ? undefined : given;
  if (typeof body.value !== "object" || body.value === null || Array.isArray(body.value)) return undefined;
  const isKnown = Object.entries(body.value).every(([target, value]) => set("field", target, value));
  return isKnown ? given : undefined;
}

async function overMcp(name: string, given: Record<string, unknown>): Promise<Answered> {
  const { content, isError } = (await client.callTool({ name, arguments: given })) as {
    content: { text: string }[];
    isError?: boolean;
  };
  const outcome = content.map(({ text }) => /^HTTP (\d+)/.exec(text)?.[1]).find(Boolean);
  const [first] = content;
  if (!isError) return { status: outcome ?? "2xx", text: outcome === "204" ? "" : (first?.text ?? "") };
  return { status: outcome ?? "unsent", text: first?.text ?? "" };
}

test.each(["listBooks", "addBook", "readBook", "moveBook", "removeBook", "readText"])(
  "a fuzzing plan's requests to %s get the same answers as tool calls",
  async (operationId) => {
    const one = compiled.get(operationId);
    if (!one) throw new Error(`${operationId} isn't in the plan.`);
    const statuses = new Set<string>();
    for (const parts of samples(one)) {
      const given = argumentsOf(operationId, parts);
      if (!given) continue;
      const called = await overMcp(operationId, given);
      const sent = await overHttp(one, parts);
      const about = JSON.stringify(given);
      statuses.add(called.status);
      // What the tool's schema doesn't have is refused before it becomes a request.
      if (called.status === "unsent") expect(sent.status, about).toMatch(/^4/);
      else if (called.status === "2xx") {
        expect(sent.status, about).toMatch(/^2/);
        expect(called.text, about).toBe(sent.text);
      } else expect(called, about).toEqual(sent);
    }
    expect([...statuses].some((status) => status.startsWith("2"))).toBe(true);
    expect(statuses).toContain("unsent");
  },
);
