import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Mock, startMock } from "@counterpart/testing";
import { type Answer, ask } from "../../test/parity/ask.ts";
import { type ParityRequest, requestsOf } from "../../test/parity/request-list.ts";
import type { Case, SuiteResult } from "../suite-result.ts";
import { type Adapter, reference } from "./adapters.ts";
import { compareAnswers } from "./compare-answers.ts";
import { knownDifference } from "./known-differences.ts";
import { readExamples } from "./read-examples.ts";
import { startServer } from "./start-server.ts";

const documentFile = new URL("../../generated/openapi.json", import.meta.url);

/** The shop's requests to each adapter, whose responses must be those of our own server. */
export async function judgeAdapters(suite: string, adapters: Adapter[]): Promise<SuiteResult> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-adapters-"));
  const mock = await startMock({ document: documentFile.pathname, port: 0 });
  try {
    const served = path.join(folder, "served.json");
    await writeFile(served, JSON.stringify(await servedShop(mock)));
    const requests = requestsOf(mock.document);
    const own = await answersOf(reference, served, requests);
    const cases: Case[] = [];
    const rows: string[][] = [];
    for (const adapter of adapters) {
      const given = await answersOf(adapter, served, requests);
      const judged = judge(adapter, requests, own, given);
      cases.push(...judged.cases);
      rows.push([adapter.name, requests.length, judged.equal, judged.known].map(String));
    }
    const version = `${requests.length} requests`;
    return { suite, version, cases, more: { title: suite, text: table(rows) } };
  } finally {
    await mock.close();
    await rm(folder, { recursive: true });
  }
}

async function servedShop(mock: Mock) {
  return { document: JSON.parse(await readFile(documentFile, "utf8")), examples: await readExamples(mock) };
}

async function answersOf(
  { command, file, args = [] }: Adapter,
  served: string,
  requests: ParityRequest[],
): Promise<Answer[]> {
  const server = await startServer(command, file, [served, ...args]);
  try {
    const answers: Answer[] = [];
    for (const request of requests)
      answers.push(await ask(server.url, withId(request)).catch(({ message }: Error) => unanswered(message)));
    return answers;
  } finally {
    await server.stop();
  }
}

function withId(request: ParityRequest): ParityRequest {
  return { ...request, headers: { ...request.headers, "X-Request-Id": "parity" } };
}

const unanswered = (text: string): Answer => ({ status: 0, headers: {}, text });

/** A case for each request, and one for each known difference. */
function judge(adapter: Adapter, requests: ParityRequest[], own: Answer[], given: Answer[]) {
  const headers = adapter.isInFront ? ["content-type"] : undefined;
  const cases: Case[] = [];
  const known = new Map<string, number>();
  for (const [index, request] of requests.entries()) {
    const comparison = compareAnswers(own[index] as Answer, given[index] as Answer, headers);
    const { differing, statuses, text } = comparison;
    const difference = differing && knownDifference(adapter, request, comparison);
    if (difference) {
      known.set(difference, (known.get(difference) ?? 0) + 1);
      continue;
    }
    const name = `${adapter.name}: ${request.title}, ${index}`;
    if (differing === undefined) cases.push({ name, outcome: "passed" });
    else {
      const detail = `${differing}, ${statuses.join(" → ")}: ${text.slice(0, 200)}`;
      cases.push({ name, outcome: "silently wrong", detail });
    }
  }
  const equal = cases.filter(({ outcome }) => outcome === "passed").length;
  for (const name of known.keys()) cases.push({ name: `${adapter.name}: ${name}`, outcome: "reported" });
  return { cases, equal, known: [...known].map(([name, count]) => `${name} (${count})`).join(", ") };
}

function table(rows: string[][]): string {
  const lines = [["adapter", "requests", "identical", "differences"], ["---", "---", "---", "---"], ...rows];
  return `The requests of the parity suite, derived from the shop's document, are sent to a server of each adapter, whose handlers
return the document's examples. Status, headers and body must be those of our own server on Node 24. In front of an
application's routes, the status, the media type and the body: headers are the application's. Every other operation is a
handler of the contract there. The reasons of the differences are below.

${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}`;
}
