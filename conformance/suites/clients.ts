import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { type Fact, facts, factsDocument, operationIdOf, type SentRequest } from "../clients/facts.ts";
import { counterpart, otherKinds } from "../clients/kinds.ts";
import { type GeneratedClient, makeClients } from "../clients/make-clients.ts";
import { withinTimeout } from "../clients/within-timeout.ts";
import type { Case, SuiteResult } from "../suite-result.ts";

/** What clients that are generated from one document send and read, byte by byte: ours, and those of others. */
export default async function run(): Promise<SuiteResult> {
  const server = await startServer();
  const folder = await mkdtemp(path.join(tmpdir(), "clients-"));
  try {
    const clients = await makeClients([counterpart, ...otherKinds], [factsDocument(server.url)], folder);
    const faults = new Map<string, (Fault | undefined)[]>();
    for (const client of clients) {
      const found: (Fault | undefined)[] = [];
      for (const fact of facts) found.push(await faultOf(client, fact, server));
      faults.set(client.name, found);
    }
    const own = faults.get("Counterpart") ?? [];
    const cases = facts.map(({ group, name }, index): Case => {
      const { outcome = "passed", detail } = own[index] ?? {};
      return { name: `${group}: ${name}`, outcome, ...(detail !== undefined && { detail }) };
    });
    return {
      suite: "Clients",
      version: "OpenAPI 3.2.0",
      cases,
      more: { title: "Clients of others", text: tableOf(faults) },
    };
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}

type Server = Awaited<ReturnType<typeof startServer>>;

interface Fault {
  outcome: "reported" | "silently wrong";
  detail: string;
}

/** What is wrong with a fact in a client; undefined if it holds. */
async function faultOf(
  { calls: [call] }: GeneratedClient,
  fact: Fact,
  server: Server,
): Promise<Fault | undefined> {
  server.expect(fact);
  const operation = {
    operationId: operationIdOf(fact),
    method: fact.method,
    path: fact.path,
    ...fact.operation,
  };
  try {
    const returned = await withinTimeout(call?.(operation, fact.call));
    const sent = server.sent();
    const found = sent ? await fact.judge(sent, returned ?? {}) : "Nothing was sent.";
    return found === undefined ? undefined : { outcome: "silently wrong", detail: JSON.stringify(found) };
  } catch (error) {
    return { outcome: "reported", detail: (error as Error).message };
  }
}

/** Stores the last request exactly as it was sent, and sends the expected fact's response. */
async function startServer() {
  let expected: Fact | undefined;
  let last: SentRequest | undefined;
  const server = createServer(async (req, res) => {
    const headers = Object.entries(req.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    last = { target: req.url ?? "", headers: new Headers(headers), body: new Uint8Array(await buffer(req)) };
    const { response } = expected ?? {};
    if (!response) res.writeHead(204).end();
    else res.writeHead(response.status ?? 200, { "Content-Type": response.contentType }).end(response.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    expect(fact: Fact): void {
      expected = fact;
      last = undefined;
    },
    sent: () => last,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** How many facts of each group hold in each client, and which don't. */
function tableOf(faults: Map<string, (Fault | undefined)[]>): string {
  const groups = [...new Set(facts.map(({ group }) => group))];
  const cells = (found: (Fault | undefined)[]) =>
    [undefined, ...groups].map((group) => {
      const indexes = facts.flatMap((fact, index) =>
        group === undefined || fact.group === group ? [index] : [],
      );
      return `${indexes.filter((index) => found[index] === undefined).length} of ${indexes.length}`;
    });
  const rows = [...faults].map(([name, found]) => `| ${[name, ...cells(found)].join(" | ")} |`);
  return [
    "What clients generated from one document send and read, as they come, without code that a user adds: parameters in every style of",
    "OpenAPI's table, bodies, and responses. A client that throws or leaves a value out is counted as wrong.",
    "",
    `| client | all | ${groups.join(" | ")} |`,
    `| --- | --- | ${groups.map(() => "---").join(" | ")} |`,
    ...rows,
  ].join("\n");
}
