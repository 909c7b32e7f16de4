import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import type { Output } from "@counterpart/testing";
import { type RunningService, startService } from "@counterpart/testing";
import type { Case, SuiteResult } from "../suite-result.ts";
import { scalar, textOf } from "../typespec/arguments.ts";
import { judged } from "../typespec/judged.ts";
import { type Exchange, type MockBody, specApi, typespecVersion } from "../typespec/packages.ts";
import { addressOf, readScenarios, type Scenario } from "../typespec/scenarios.ts";
import { type Found, findOperations, generateServices, type Service } from "../typespec/services.ts";
import { knock } from "../typespec/spector.ts";

/** A scenario's exchange, its server, and how the response differed from the expected one. */
interface Planned {
  exchange: Exchange;
  found: Found;
  server: RunningService;
  fault?: string;
}

/** After this time, a request without a response has failed. */
const answerMs = 10_000;

interface Current {
  /** The address for Spector's requests. */
  baseUrl: string;
  /** The exchange of the current request. */
  planned?: Planned | undefined;
}

/** Spector sends every scenario's requests to our servers, whose handlers return what it expects. */
export default async function run(): Promise<SuiteResult> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-typespec-"));
  const current: Current = { baseUrl: "" };
  const servers: RunningService[] = [];
  try {
    const scenarios = await readScenarios();
    const planned = new Map<Exchange, Planned>();
    const services = new Map<string, Service[]>();
    const started = new Map<Service, RunningService>();
    for (const { folder: specFolder, exchanges } of scenarios) {
      const known = services.get(specFolder) ?? (await generateServices(specFolder, folder));
      services.set(specFolder, known);
      for (const exchange of exchanges) {
        const [found] = findOperations(known, exchange);
        if (!found) continue;
        const server = started.get(found.service) ?? (await startServer(found.service, current));
        started.set(found.service, server);
        planned.set(exchange, { exchange, found, server });
      }
    }
    servers.push(...started.values());
    const front = await startFront([...planned.values()], current);
    const failed = await knock(current.baseUrl).finally(() => front.close());
    const cases = scenarios.map((scenario) => caseOf(scenario, planned, failed.get(scenario.name)));
    return {
      suite: "TypeSpec, server",
      version: await typespecVersion(),
      cases: await judged("typespec-server", cases),
    };
  } finally {
    await Promise.all(servers.map((server) => server.close()));
    await rm(folder, { recursive: true });
  }
}

function caseOf(
  { name, exchanges }: Scenario,
  plans: Map<Exchange, Planned>,
  fault: string | undefined,
): Case {
  if (exchanges.some((exchange) => !plans.has(exchange))) {
    return { name, outcome: "not expressible", detail: "The document has no such operation." };
  }
  if (fault === undefined) return { name, outcome: "passed" };
  const planned = exchanges.flatMap((exchange) => plans.get(exchange) ?? []);
  const notes = planned.flatMap(({ found }) => found.operation.notes);
  const detail = [...notes, fault, ...planned.flatMap((one) => one.fault ?? [])].join(" ");
  return { name, outcome: notes.length > 0 ? "reported" : "silently wrong", detail };
}

function startServer(service: Service, current: Current): Promise<RunningService> {
  const handler = (input: { body?: unknown }) => answer(input, current);
  const identified = async () => ({ caller: {}, bucket: "spector" });
  return startService({
    document: pathToFileURL(path.join(service.generated, "openapi.json")),
    handlers: Object.fromEntries(service.operations.map(({ operationId }) => [operationId, handler])),
    service: {
      readSettings: () => ({}),
      open: async () => ({
        services: {},
        authenticators: Object.fromEntries(service.schemes.map((name) => [name, identified])),
        pages: [],
        close: async () => {},
      }),
    },
  });
}

/** The response that the scenario expects, if the handler got what the scenario sends. */
async function answer({ body }: { body?: unknown }, { planned, baseUrl }: Current): Promise<Output> {
  if (!planned) throw new Error("No request is under way.");
  const { found, exchange } = planned;
  const { request, response } = exchange;
  const { expandDyns, matchValues } = await specApi();
  if (request?.body?.contentType === "application/json" && !("kind" in request.body)) {
    const received = isTagged(body) ? body.content : body;
    const { pass, message } = matchValues(received, JSON.parse(textOf(request.body.rawContent, baseUrl)));
    if (!pass) throw new Error(`The handler got another body: ${message}`);
  }
  const schemas = found.operation.responseHeaders[response.status] ?? {};
  const headers = Object.entries(expandDyns(response.headers ?? {}, { baseUrl })).map(([name, value]) => [
    name,
    typeof value === "string" ? scalar(value, schemas[name.toLowerCase()]) : value,
  ]);
  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    ...(response.body && { body: contentOf(response.body, baseUrl), contentType: response.body.contentType }),
  };
}

/** With several request types, the input also has the type that was sent. */
function isTagged(body: unknown): body is { content: unknown } {
  return typeof body === "object" && body !== null && "contentType" in body && "content" in body;
}

function contentOf({ contentType, rawContent }: MockBody, baseUrl: string): unknown {
  // Spector compares the bytes of a stream, although an event's fields may have any order.
  if (contentType === "text/event-stream")
    return Readable.from([textOf(rawContent, baseUrl)], { objectMode: false });
  if (Buffer.isBuffer(rawContent) && !/json|^text\//.test(contentType)) return rawContent;
  const text = textOf(rawContent, baseUrl);
  return contentType.includes("json") && !contentType.endsWith("jsonl") ? JSON.parse(text) : text;
}

/** One address for all servers. Requests with the same method and path arrive in the order of the scenarios. */
async function startFront(plans: Planned[], current: Current): Promise<Server> {
  const waiting = new Map<string, Planned[]>();
  for (const planned of plans) {
    const { pathname } = new URL(addressOf(planned.exchange), "http://localhost");
    const key = `${planned.exchange.method.toUpperCase()} ${pathname}`;
    waiting.set(key, [...(waiting.get(key) ?? []), planned]);
  }
  const front = createServer((req, res) => {
    const [pathname] = (req.url ?? "").split("?");
    const planned = waiting.get(`${req.method} ${pathname}`)?.shift();
    if (!planned) return void res.writeHead(404).end();
    current.planned = planned;
    const { method, headers } = req;
    const passed = request(
      `${new URL(planned.server.url).origin}${req.url}`,
      { method, headers },
      (answered) => {
        let text = "";
        answered.setEncoding("latin1").on("data", (chunk) => {
          text += chunk;
        });
        answered.on("error", (error) => {
          planned.fault = `${error.message}: ${reasonOf(planned)}`;
          res.writeHead(502).end();
        });
        answered.on("end", () => {
          if (answered.statusCode !== planned.exchange.response.status) {
            planned.fault = `${answered.statusCode}: ${text} ${answered.statusCode === 500 ? reasonOf(planned) : ""}`;
          }
          res.writeHead(answered.statusCode ?? 500, answered.headers).end(text, "latin1");
        });
      },
    );
    passed.setTimeout(answerMs, () => passed.destroy(new Error("The server didn't answer.")));
    passed.on("error", (error) => {
      planned.fault = String(error);
      res.writeHead(502).end();
    });
    req.pipe(passed);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  current.baseUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  return front;
}

/** The server's last log line. */
function reasonOf({ server }: Planned): string {
  return (server.logLines.findLast((line) => line.includes('"err"')) ?? "").slice(0, 600);
}
