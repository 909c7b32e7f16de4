import type { RequestHandler, Response } from "express";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { ApiError } from "../errors.ts";
import { contextOf } from "../http/context.ts";
import type { Page } from "../http/pages.ts";
import type { Telemetry } from "./telemetry.ts";

/** Seconds: from an answer out of memory to a payment provider that doesn't answer. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Series {
  observe(seconds: number): void;
}

export interface Metrics extends Omit<Telemetry, "steps"> {
  step: RequestHandler;
  /** `GET /metrics`, in Prometheus's text format. */
  page: Page;
}

/** Counts and times what happens, for Prometheus. Its labels come from the document and the code, never from callers. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Requests by operationId, or page, or unmatched; and by status, or aborted when the client went away.",
    labelNames: ["operation", "status"],
    buckets,
    registers,
  });
  const refusals = new Counter({
    name: "rate_limit_refusals_total",
    help: "Requests that were answered with 429, by rate-limit scope.",
    labelNames: ["scope"],
    registers,
  });
  const calls = new Histogram({
    name: "outgoing_call_duration_seconds",
    help: "Calls to other systems, by what came of them: ok, refused (an answer that the caller is told) or failed.",
    labelNames: ["system", "call", "outcome"],
    buckets,
    registers,
  });
  let open = 0;
  new Gauge({
    name: "http_requests_open",
    help: "Requests that are being answered.",
    registers,
    collect() {
      this.set(open);
    },
  });

  const seriesOfRequests = new Map<string, Map<number | string, Series>>();
  function seriesOf(operation: string, status: number | string): Series {
    let byStatus = seriesOfRequests.get(operation);
    if (!byStatus) seriesOfRequests.set(operation, (byStatus = new Map()));
    let series = byStatus.get(status);
    if (!series) byStatus.set(status, (series = requests.labels(operation, String(status))));
    return series;
  }

  /** One for all responses, so that a request makes no function of its own. */
  function over(this: Response): void {
    open--;
    const { startedAt, operation, page } = contextOf(this);
    const status = this.writableFinished ? this.statusCode : "aborted";
    const name = operation?.operationId ?? page ?? "unmatched";
    seriesOf(name, status).observe((performance.now() - startedAt) / 1000);
    if (status === 429) refusals.inc({ scope: operation?.rateLimitScope ?? "global" });
  }

  return {
    step(_req, res, next) {
      open++;
      res.on("close", over);
      next();
    },

    call(system, call, run) {
      const startedAt = performance.now();
      const ended = (outcome: string): void =>
        calls.observe({ system, call, outcome }, (performance.now() - startedAt) / 1000);
      return run().then(
        (value) => {
          ended("ok");
          return value;
        },
        (error: unknown) => {
          ended(error instanceof ApiError ? "refused" : "failed");
          throw error;
        },
      );
    },

    gauge({ name, help, label, read }) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          for (const [value, number] of Object.entries(read())) this.set({ [label]: value }, number);
        },
      });
    },

    page: {
      method: "GET",
      path: "/metrics",
      handler: async (_req, res) => {
        const text = await registry.metrics();
        res.setHeader("Content-Type", registry.contentType);
        res.end(text);
      },
    },
  };
}
