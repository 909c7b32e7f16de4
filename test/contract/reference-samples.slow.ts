import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import config from "../../counterpart.config.ts";
import { codeSamples } from "../../toolkit/cli/generate/docs/code-samples.ts";
import { compileVirtual } from "../../toolkit/test/helpers/compile-virtual.ts";
import { document } from "../helpers/document.ts";

const clientPackage = "counterpart-client";

/** The samples that a reader copies from the reference, by their place. */
async function samples(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const operation of document.operations) {
    const sample = codeSamples(document, operation, { own: [], clientPackage }).find(
      ({ lang }) => lang === "TypeScript",
    );
    if (sample) found.set(operation.operationId, sample.source);
  }
  for (const file of config.documents.flatMap(({ guides = [] }) => guides)) {
    const blocks = [...(await readFile(file, "utf8")).matchAll(/^```ts\n([\s\S]*?)^```/gm)];
    for (const [index, [, source = ""]] of blocks.entries()) {
      found.set(`${path.basename(file, ".md")}-${index + 1}`, source);
    }
  }
  return found;
}

test("every TypeScript sample of the reference compiles with the generated client", async () => {
  const found = await samples();
  expect([...found.keys()]).toEqual([
    ...document.operations.map(({ operationId }) => operationId),
    "webhooks-1",
  ]);
  const files = [...found].map(([name, source]): [string, string] => [
    path.resolve("generated", `sample-of-${name}.ts`),
    source
      .replace(`"${clientPackage}/webhooks"`, '"./verify-webhook.ts"')
      .replace(`"${clientPackage}"`, '"./client.ts"'),
  ]);
  expect(compileVirtual(new Map(files))).toEqual([]);
});
