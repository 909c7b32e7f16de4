import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { ApiDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { readSpec } from "../../server/document/source/read-spec.ts";
import { maxListed } from "../../server/mcp/catalog.ts";
import { type OperationTool, operationTools } from "../../server/mcp/tools/tools.ts";
import { startMock } from "../../testing/mock/start-mock.ts";
import { variableOf } from "../../testing/samples/credentials.ts";
import { sampleBody, sampleParameter } from "../../testing/samples/sample-values.ts";

// Documents as others publish them, which aren't part of the repository.
const documents = path.resolve(import.meta.dirname, "../../../../shared/documents");
const names = [
  "adyen-disputes.json",
  "adyen-management.yaml",
  "asana.yaml",
  "box.json",
  "museum.yaml",
  "paypal-orders.json",
  "petstore-3.1.yaml",
  "spotify.yaml",
  "train-travel.yaml",
  "twilio-messaging.json",
];
const bin = path.resolve(import.meta.dirname, "../../cli/bin/counterpart.ts");
/** Of each document. */
const maxCalls = 12;

vi.setConfig({ testTimeout: 180_000 });

const folder = await mkdtemp(path.join(tmpdir(), "mcp-documents-"));
afterAll(() => rm(folder, { recursive: true }));

describe.runIf(existsSync(documents))("an agent lists and calls the operations of", () => {
  test.each(names)("%s", async (name) => {
    const file = path.join(documents, name);
    const { raw } = readSpec(file);
    const bundle = path.join(folder, `${name}.json`);
    await writeFile(bundle, JSON.stringify(raw));
    const document = readDocument(raw);
    const mock = await startMock({ document: bundle, port: 0 } as never);
    const client = await connect(file, mock.url, document);
    try {
      const { tools: listed } = await client.listTools();
      const { tools } = operationTools(document);
      expect(listed).toHaveLength(tools.length > maxListed ? 3 : tools.length);
      const failed: string[] = [];
      let calls = 0;
      for (const tool of tools.filter((_, index) => index % Math.ceil(tools.length / maxCalls) === 0)) {
        const given = argumentsOf(document, tool);
        if (!given) continue;
        calls++;
        const { isError, content } = await client.callTool(callOf(tool.name, given, tools.length));
        if (isError)
          failed.push(`${tool.name} ${JSON.stringify(given)}: ${JSON.stringify(content).slice(0, 400)}`);
      }
      expect(failed).toEqual([]);
      expect(calls).toBeGreaterThan(0);
    } finally {
      await client.close();
      await mock.close();
    }
  });
});

async function connect(file: string, to: string, { securitySchemes }: ApiDocument): Promise<Client> {
  const credentials = Object.entries(securitySchemes).map(([scheme, { type, ...rest }]) => {
    const isBasic = type === "http" && "scheme" in rest && String(rest.scheme).toLowerCase() === "basic";
    return [variableOf(scheme), isBasic ? "user:password" : "anything"];
  });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, "mcp", "--spec", file, "--to", to],
    env: { ...process.env, ...Object.fromEntries(credentials) } as Record<string, string>,
    stderr: "ignore",
  });
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(transport);
  return client;
}

function callOf(name: string, given: Record<string, unknown>, count: number) {
  if (count <= maxListed) return { name, arguments: given };
  return { name: "call_operation", arguments: { operation: name, arguments: given } };
}

/** The required arguments; undefined if no value can be generated for one. */
function argumentsOf(
  document: ApiDocument,
  { operation, arguments: list }: OperationTool,
): Record<string, unknown> | undefined {
  const { bodyType } = list();
  const content = bodyType === undefined ? undefined : operation.requestBody?.content[bodyType];
  const body =
    bodyType === undefined || !content
      ? undefined
      : sampleBody(document, [bodyType, content], { invented: true })?.value;
  const given: Record<string, unknown> = {};
  for (const { name, place, target, required } of list().list) {
    const parameter = operation.parameters.find((one) => one.in === place && one.name === target);
    if (parameter && required) given[name] = sampleParameter(document, parameter);
    else if (place === "body" && required) given[name] = body;
    else if (place === "field") {
      const value = (body as Record<string, unknown> | undefined)?.[target];
      if (value !== undefined) given[name] = value;
      else if (required) return undefined;
    }
    if (required && given[name] === undefined) return undefined;
  }
  return given;
}
