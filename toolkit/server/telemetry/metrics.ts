import type { RequestListener } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { mapValues } from "../document/map-values.ts";
import { ApiError } from "../http/errors/api-error.ts";
import type { ExchangeResponse } from "../http/exchange.ts";
import type { Observer } from "../http/observer.ts";
import type { Page } from "../http/pages.ts";
import { customMetrics } from "./custom-metrics.ts";
import type { BuildInfo, Telemetry } from "./telemetry.ts";
import { whenSettled } from "./when-settled.ts";

type Sink = Pick<ExchangeResponse, "setHeader"> & { end(text: string): unknown };

/** Seconds: from a cached response to a call that times out. */
const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 10, 30];

/**
 * The most series, of 15 lines each, so that all metrics stay below 2,000 lines. Each kind has its share: callers can make up
 * client errors, which mustn't displace others, nor do successful calls displace failed ones.
 */
const maxSeries = {
  operations: 40,
  pages: 10,
  clientErrors: 10,
  serverErrors: 12,
  calls: 16,
  failedCalls: 8,
};

const path = "/metrics";

export interface Metrics extends Pick<Telemetry, "call">, ReturnType<typeof customMetrics> {
  requests: Observer;
  /** `GET /metrics`, in Prometheus's text format. */
  page: Page;
  /** The same on a separate port. */
  listener: RequestListener;
}

/**
 * Counters and timings for Prometheus. Labels come from the document and the code, never from callers.
 * @param byDocument whether to label requests by document, for a server with several
 * @param byWay whether to label requests as `http` or `mcp`, for a server with MCP
 */
export function createMetrics({
  build,
  byDocument = false,
  byWay = false,
}: {
  build: BuildInfo;
  byDocument?: boolean;
  byWay?: boolean;
}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const documentLabel = byDocument ? ["document"] : [];
  collectDefaultMetrics({ register: registry });

  const requestDurations = new Histogram({
    name: "http_request_duration_seconds",
    help: `Time to answer a request, except those of probes, by operation (operationId, page or unmatched)${byWay ? ", status (or aborted) and via (http or mcp)" : " and status (or aborted)"}. Beyond a number of series, the operation is other and the status 4xx, for example.`,
    labelNames: ["operation", "status", ...documentLabel, ...(byWay ? ["via"] : [])],
    buckets,
    registers,
  });
  const refusals = new Counter({
    name: "rate_limit_refusals_total",
    help: "Requests answered with 429, by rate-limit scope. Wrong keys count in global.",
    labelNames: ["scope", ...documentLabel],
    registers,
  });
  const callDurations = new Histogram({
    name: "outgoing_call_duration_seconds",
    help: "Time of calls to other systems, by system, call and outcome: ok, refused or failed.",
    labelNames: ["system", "call", "outcome"],
    buckets,
    registers,
  });
  const { version, revision = "" } = build;
  new Gauge({
    name: "build_info",
    help: "Always 1, with the program's version and commit as labels.",
    labelNames: ["version", "revision"],
    registers,
  }).set({ version, revision }, 1);
  const failures = new Counter({
    name: "authentication_failures_total",
    help: "Requests answered with 401, by credential: missing or wrong.",
    labelNames: ["credential", ...documentLabel],
    registers,
  });
  const shown = mapValues(maxSeries, firstSeries) as Record<keyof typeof maxSeries, ShowsSeries>;
  let open = 0;
  new Gauge({
    name: "http_requests_open",
    help: "Requests in progress.",
    registers,
    collect() {
      this.set(open);
    },
  });

  return {
    requests: {
      begin: () => void open++,
      end(context, res) {
        open--;
        if (context.isProbe) return;
        const { startedAt, via = "http", document = "", operation } = context;
        const status = res.writableFinished ? res.statusCode : "aborted";
        const labels = { operation: operation?.operationId ?? context.page ?? "unmatched", status };
        const seconds = (performance.now() - startedAt) / 1000;
        // The document without a name has the series of a server with one document.
        const ofDocument = byDocument && document !== "" ? { document } : {};
        const more = { ...ofDocument, ...(byWay && { via }) };
        const kind = kindOf(status, operation !== undefined);
        const isShown = shown[kind]({ ...labels, ...more });
        requestDurations.observe(isShown ? { ...labels, ...more } : othersWith(status), seconds);
        if (status === 401) {
          const credential = context.hasWrongCredential ? "wrong" : "missing";
          failures.inc({ credential, ...ofDocument });
        }
        if (status === 429) refusals.inc({ scope: context.rateLimitScope ?? "global", ...ofDocument });
      },
    },

    call(system, call, run) {
      const startedAt = performance.now();
      const ended = (outcome: string): void => {
        const labels = { system, call, outcome };
        const isShown = outcome === "ok" ? shown.calls(labels) : shown.failedCalls(labels);
        const seconds = (performance.now() - startedAt) / 1000;
        callDurations.observe(isShown ? labels : { system, call: "other", outcome }, seconds);
      };
      const failed = (error: unknown): void =>
        ended(error instanceof ApiError && error.status < 500 ? "refused" : "failed");
      return whenSettled(run, { done: () => ended("ok"), failed });
    },

    ...customMetrics(registry),

    page: { method: "GET", path, handler: (_req, res) => sendMetrics(res) },

    listener(req, res) {
      if (req.method === "GET" && req.url === path) return void sendMetrics(res);
      res.writeHead(404).end();
    },
  };

  async function sendMetrics(res: Sink): Promise<void> {
    const text = await registry.metrics();
    res.setHeader("Content-Type", registry.contentType);
    res.end(text);
  }
}

function kindOf(status: number | "aborted", isOperation: boolean): Exclude<keyof typeof maxSeries, "calls"> {
  if (status === "aborted" || (status >= 400 && status < 500)) return "clientErrors";
  if (status >= 500) return "serverErrors";
  return isOperation ? "operations" : "pages";
}

type ShowsSeries = (labels: Record<string, string | number>) => boolean;

/** The labels of what isn't shown by itself. Alerts on statuses match `5xx` with `5..`. */
function othersWith(status: number | "aborted") {
  return { operation: "other", status: status === "aborted" ? status : `${Math.floor(status / 100)}xx` };
}

/**
 * Bounds the series of a metric: says whether a combination of labels is one of the first `max`. The others are counted
 * together, so that the text stays small whatever callers do.
 */
function firstSeries(max: number): ShowsSeries {
  const known = new Set<string>();
  return (labels) => {
    const key = JSON.stringify(labels);
    if (known.has(key)) return true;
    if (known.size >= max) return false;
    known.add(key);
    return true;
  };
}
