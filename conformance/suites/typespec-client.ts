import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { returned } from "../clients/returned.ts";
import type { Case, SuiteResult } from "../suite-result.ts";
import { argumentsOf } from "../typespec/arguments.ts";
import { compareReturned } from "../typespec/compare-returned.ts";
import { judged } from "../typespec/judged.ts";
import { judgeOtherClients } from "../typespec/other-clients.ts";
import { type Exchange, typespecVersion } from "../typespec/packages.ts";
import { reportOtherClients } from "../typespec/report-other-clients.ts";
import { readScenarios, type Scenario } from "../typespec/scenarios.ts";
import { type Found, findOperations, generateServices, type Service } from "../typespec/services.ts";
import { startMockServer } from "../typespec/spector.ts";

interface Client {
  request(method: string, template: string, init: object): Promise<unknown>;
}

/** The generated client, and those of others, send every scenario's requests to Spector's mock server, which checks them. */
export default async function run(): Promise<SuiteResult> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-typespec-"));
  const mock = await startMockServer(folder);
  try {
    // The generated client imports openapi-fetch.
    await symlink(
      fileURLToPath(new URL("../../node_modules", import.meta.url)),
      path.join(folder, "node_modules"),
    );
    const scenarios = await readScenarios();
    const services = new Map<string, Service[]>();
    const cases: Case[] = [];
    for (const scenario of scenarios) {
      const known = services.get(scenario.folder) ?? (await generateServices(scenario.folder, folder));
      services.set(scenario.folder, known);
      cases.push(await runScenario(scenario, known, mock.url));
    }
    const own = await judged("typespec-client", cases);
    const all = [...services.values()].flat();
    const others = await judgeOtherClients(scenarios, all, mock.url, path.join(folder, "others"));
    return {
      ...{ suite: "TypeSpec, client", version: await typespecVersion(), cases: own },
      ...(await reportOtherClients(own, others)),
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
  const read = await returned(client.request(operation.method, operation.template, args));
  return compareReturned(read, exchange, url);
}
