import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Case, SuiteResult } from "../suite-result.ts";
import { argumentsOf } from "../typespec/arguments.ts";
import { judged } from "../typespec/judged.ts";
import { type Exchange, specApi, typespecVersion } from "../typespec/packages.ts";
import { readScenarios, type Scenario } from "../typespec/scenarios.ts";
import { type Found, findOperations, generateServices, type Service } from "../typespec/services.ts";
import { startMockServer } from "../typespec/spector.ts";

interface Answer {
  data?: unknown;
  error?: unknown;
  response: Response;
}

interface Client {
  request(method: string, template: string, init: object): Promise<Answer>;
}

/** The generated client sends every scenario's requests to Spector's mock server, which checks them. */
export default async function run(): Promise<SuiteResult> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-typespec-"));
  const mock = await startMockServer(folder);
  try {
    // The generated client imports openapi-fetch.
    await symlink(
      fileURLToPath(new URL("../../node_modules", import.meta.url)),
      path.join(folder, "node_modules"),
    );
    const services = new Map<string, Service[]>();
    const cases: Case[] = [];
    for (const scenario of await readScenarios()) {
      const known = services.get(scenario.folder) ?? (await generateServices(scenario.folder, folder));
      services.set(scenario.folder, known);
      cases.push(await runScenario(scenario, known, mock.url));
    }
    return {
      suite: "TypeSpec, client",
      version: await typespecVersion(),
      cases: await judged("typespec-client", cases),
    };
  } finally {
    await mock.stop();
    await rm(folder, { recursive: true });
  }
}

async function runScenario({ name, exchanges }: Scenario, services: Service[], url: string): Promise<Case> {
  for (const exchange of exchanges) {
    const [found] = findOperations(services, exchange);
    if (!found) return { name, outcome: "not expressible", detail: "The document has no such operation." };
    const fault = await call(found, exchange, url).catch((error: Error) => String(error.cause ?? error));
    if (fault === undefined) continue;
    const [note] = found.operation.notes;
    return { name, outcome: note ? "reported" : "silently wrong", detail: note ? `${note} ${fault}` : fault };
  }
  return { name, outcome: "passed" };
}

/** Returns what is wrong. */
async function call(found: Found, exchange: Exchange, url: string): Promise<string | undefined> {
  const { service, operation } = found;
  const { createApiClient } = await import(pathToFileURL(path.join(service.generated, "client.ts")).href);
  const client: Client = createApiClient({ baseUrl: url });
  const args = await argumentsOf(found, exchange, url);
  const { data, error, response } = await client.request(operation.method, operation.template, args);
  const { status, body } = exchange.response;
  const value = data ?? error;
  if (response.status !== status) return `${response.status} for ${status}: ${JSON.stringify(value)}`;
  if (!body?.rawContent || operation.method === "head") return undefined;
  return differenceOf(value, body, url);
}

async function differenceOf(
  value: unknown,
  { contentType, rawContent = "", streamChunks }: NonNullable<Exchange["response"]["body"]>,
  baseUrl: string,
): Promise<string | undefined> {
  const { matchValues } = await specApi();
  const compare = (actual: unknown, expected: unknown) => {
    const { pass, message } = matchValues(actual, expected);
    return pass ? undefined : `The client read something else: ${message}`;
  };
  if (streamChunks || (typeof value === "object" && value !== null && Symbol.asyncIterator in value)) {
    for await (const item of value as AsyncIterable<unknown>)
      if (item === undefined) return "An item is missing.";
    return undefined;
  }
  if (Buffer.isBuffer(rawContent)) {
    const bytes = value instanceof Blob ? Buffer.from(await value.arrayBuffer()) : Buffer.from(String(value));
    return compare(bytes, rawContent);
  }
  const text = typeof rawContent === "string" ? rawContent : rawContent.serialize({ baseUrl });
  if (!contentType.includes("json") || contentType.endsWith("jsonl")) return compare(value, text);
  return compare(value, typeof rawContent === "string" ? JSON.parse(text) : rawContent.resolve({ baseUrl }));
}
