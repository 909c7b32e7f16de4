import type { Logger } from "pino";
import { type BuildInfo, noopTelemetry, type Telemetry } from "./telemetry.ts";
import type { TraceSampling } from "./trace-sampling.ts";

export interface TelemetrySettings {
  metrics: boolean;
  /** The OpenTelemetry collector's base URL; no traces without it. */
  tracesUrl?: string | undefined;
  /** Which requests are traced; by default, all except those whose caller doesn't sample the trace. */
  traceSampling?: TraceSampling | undefined;
  /** The service name in traces, unless OTEL_SERVICE_NAME is set. */
  serviceName: string;
  build: BuildInfo;
  /** Whether the server has several documents; request metrics then have the label `document`. */
  byDocument?: boolean;
  /** Whether the server has MCP; request metrics then have the label `via`. */
  byWay?: boolean;
}

/** Opens metrics and traces; the caller closes them. */
export async function openTelemetry(settings: TelemetrySettings, log: Logger) {
  const { tracesUrl, traceSampling, serviceName, build, byDocument = false, byWay = false } = settings;
  // Each library is loaded only if used.
  const metrics = settings.metrics
    ? (await import("./metrics.ts")).createMetrics({ build, byDocument, byWay })
    : undefined;
  const traces =
    tracesUrl === undefined
      ? undefined
      : (await import("./traces.ts")).openTraces({
          url: tracesUrl,
          sampling: traceSampling,
          serviceName,
          serviceVersion: build.version,
          log,
        });
  const measured = metrics?.call ?? noopTelemetry.call;
  const telemetry: Telemetry = {
    observers: [...(metrics ? [metrics.requests] : []), ...(traces ? [traces.requests] : [])],
    call: traces
      ? (system, name, run) => measured(system, name, () => traces.call(system, name, run))
      : measured,
    gauge: metrics?.gauge ?? noopTelemetry.gauge,
    counter: metrics?.counter ?? noopTelemetry.counter,
  };
  return {
    ...telemetry,
    /** Telemetry for a document's service; names of metrics needn't be unique across services. */
    forDocument: (name: string | undefined): Telemetry => ({
      ...telemetry,
      ...(metrics && {
        gauge: (gauge) => metrics.gauge(gauge, name),
        counter: (counter) => metrics.counter(counter, name),
      }),
    }),
    ...(metrics && { metrics }),
    /** Flushes pending telemetry. */
    close: async () => traces?.close(),
  };
}
