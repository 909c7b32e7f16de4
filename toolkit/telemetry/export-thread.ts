import { parentPort, workerData } from "node:worker_threads";
import {
  convertLegacyHttpOptions,
  createOtlpHttpExportDelegate,
} from "@opentelemetry/otlp-exporter-base/node-http";
import { JsonTraceSerializer } from "@opentelemetry/otlp-transformer";
import type { Batch, Destination, Outcome } from "./export-in-thread.ts";

const destination: Destination = workerData;

// As the library's own exporter, except that the spans have been serialized already.
const exporter = createOtlpHttpExportDelegate<Uint8Array, unknown>(
  convertLegacyHttpOptions(destination, "TRACES", "v1/traces", { "Content-Type": "application/json" }),
  { ...JsonTraceSerializer, serializeRequest: (body) => body },
  "otlp_http_span_exporter",
  { name: "span", countItems: () => 0 },
  undefined,
);

parentPort?.on("message", ({ id, body }: Batch) => {
  exporter.export(body, ({ error }) => {
    const { message = "", code }: Partial<NodeJS.ErrnoException> = error ?? {};
    parentPort?.postMessage({ id, error: error && { message, code } } satisfies Outcome);
  });
});
