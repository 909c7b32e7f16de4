import { parentPort, workerData } from "node:worker_threads";
import {
  convertLegacyHttpOptions,
  createOtlpHttpExportDelegate,
} from "@opentelemetry/otlp-exporter-base/node-http";
import { JsonTraceSerializer } from "@opentelemetry/otlp-transformer";
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import type { Batch, Destination, Outcome } from "./export-in-thread.ts";
import { readableSpan } from "./readable-span.ts";

const { url, timeoutMillis, serviceName, serviceVersion, serviceInstanceId }: Destination = workerData;

const resource = defaultResource()
  .merge(
    resourceFromAttributes({
      "service.name": serviceName,
      "service.version": serviceVersion,
      "service.instance.id": serviceInstanceId,
    }),
  )
  .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }));

// The library's own exporter, which is a package more, is made so, too.
const exporter = createOtlpHttpExportDelegate(
  convertLegacyHttpOptions({ url, timeoutMillis }, "TRACES", "v1/traces", {
    "Content-Type": "application/json",
  }),
  JsonTraceSerializer,
  "otlp_http_span_exporter",
  { name: "span", countItems: (spans) => spans.length },
  undefined,
);

parentPort?.on("message", ({ id, spans }: Batch) => {
  exporter.export(
    spans.map((span) => readableSpan(span, resource)),
    ({ error }) => {
      const { message = "", code }: Partial<NodeJS.ErrnoException> = error ?? {};
      parentPort?.postMessage({ id, error: error && { message, code } } satisfies Outcome);
    },
  );
});
