import { parentPort, workerData } from "node:worker_threads";
import type { RawDocument } from "@counterpart/server/document";
import { listen, nodeListener } from "@counterpart/server/listen";
import { readDocument } from "@counterpart/server/read-document";
import { createMockPipeline } from "@counterpart/testing/mock";
import type { Progress } from "./prove-operations.ts";
import { operationTrier } from "./try-operation.ts";
import { unproven } from "./unproven.ts";

const { source, from } = workerData as { source: RawDocument; from: number };
const report = (progress: Omit<Progress, "spentMs">): void => {
  const { user, system } = process.threadCpuUsage();
  parentPort?.postMessage({ ...progress, spentMs: (user + system) / 1000 } satisfies Progress);
};

/** Replies are made from the document's examples and schemas. Prism's own would be replaced by those if they don't fit. */
const noPrism = () => Promise.reject(new Error("Prism isn't used here."));

const document = readDocument(source);
const pipeline = createMockPipeline({
  document,
  basePath: "",
  pages: [],
  sites: {},
  prism: { load: noPrism, reply: noPrism, preferences: noPrism },
});
const server = await listen({ port: 0, host: "127.0.0.1" });
server.serve(nodeListener(pipeline));
const tryOperation = operationTrier(document, `http://127.0.0.1:${server.port}`);
report({ tried: from, findings: [] });
for (const [index, operation] of document.operations.entries()) {
  if (index < from) continue;
  const findings = await tryOperation(operation).catch((error: unknown) => {
    return [unproven(operation, `trying it failed: ${(error as Error).message}.`)];
  });
  report({ tried: index + 1, findings });
}
