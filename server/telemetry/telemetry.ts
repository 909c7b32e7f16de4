import type { RequestHandler } from "express";
import type { Logger } from "pino";
import type { Page } from "../http/pages.ts";
import { createMetrics } from "./metrics.ts";

/** What can be seen of the process from outside. Where nobody looks, it costs nothing. */
export interface Telemetry {
  /** Steps that every request passes. */
  steps: RequestHandler[];
  /** Runs a call to another system; tells how it went, how long it took, and which request it was for. */
  call<T>(system: string, name: string, run: () => Promise<T>): Promise<T>;
  /** Reads values, such as `{ used: 3, idle: 17 }`, whenever somebody asks for the metrics. */
  gauge(gauge: { name: string; help: string; label: string; read: () => Record<string, number> }): void;
}

export const unwatched: Telemetry = { steps: [], call: (_system, _name, run) => run(), gauge: () => {} };

export interface TelemetrySettings {
  metrics: boolean;
  /** The OpenTelemetry collector's base address; without one there are no traces. */
  tracesUrl?: string | undefined;
  /** What traces call this process, unless OTEL_SERVICE_NAME does. */
  serviceName: string;
}

export interface OpenTelemetry extends Telemetry {
  /** `GET /metrics`, with metrics. */
  page?: Page;
  /** Sends what hasn't been sent yet. */
  close(): Promise<void>;
}

/** The caller closes what is opened here. */
export async function openTelemetry(settings: TelemetrySettings, log: Logger): Promise<OpenTelemetry> {
  const { tracesUrl, serviceName } = settings;
  const metrics = settings.metrics ? createMetrics() : undefined;
  // OpenTelemetry is only loaded where somebody listens.
  const traces =
    tracesUrl === undefined
      ? undefined
      : (await import("./traces.ts")).openTraces({ url: tracesUrl, serviceName, log });
  const measured = metrics?.call ?? unwatched.call;
  return {
    steps: [...(metrics ? [metrics.step] : []), ...(traces ? [traces.step] : [])],
    call: traces
      ? (system, name, run) => measured(system, name, () => traces.call(system, name, run))
      : measured,
    gauge: metrics?.gauge ?? unwatched.gauge,
    ...(metrics && { page: metrics.page }),
    close: async () => traces?.close(),
  };
}
