import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitFiles } from "../../cli/generate/emit-files.ts";
import type { ApiDocument } from "../../server/document/document.ts";
import { loadDocument } from "../../server/document/load-document.ts";
import { isJson } from "../../server/document/media-types.ts";
import { readSpec } from "../../server/document/source/read-spec.ts";
import { negatives } from "../../testing/fuzz/broken/negatives.ts";
import { type Mock, startMock } from "../../testing/mock/start-mock.ts";
import { bodyValues } from "../../testing/samples/body-values.ts";
import { exampleRequests } from "../../testing/service/examples.ts";
import { secondOpinion } from "../helpers/second-opinion.ts";

const fixture = (name: string) =>
  fileURLToPath(new URL(`../other-documents/fixtures/${name}`, import.meta.url));

// Server, mock and fuzzer generate and judge values with the same validator, and would share its mistakes.
describe.each(["post-office.json", "toolshed/api/toolshed.yaml"])("the values of %s", (name) => {
  let folder: string;
  let document: ApiDocument;
  let mock: Mock;
  let faultsOf: ReturnType<typeof secondOpinion>;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "counterpart-opinion-"));
    const file = path.join(folder, "openapi.json");
    const { raw } = emitFiles(readSpec(fixture(name), { allowFolders: [fixture("toolshed")] }));
    await writeFile(file, JSON.stringify(raw));
    document = await loadDocument(file);
    faultsOf = secondOpinion(document);
    mock = await startMock({ document: file, port: 0 });
  });
  afterAll(async () => {
    await mock.close();
    await rm(folder, { recursive: true });
  });

  /** The JSON bodies that requests can have. */
  const jsonBodies = () =>
    document.operations.flatMap(({ operationId, requestBody }) =>
      Object.entries(requestBody?.content ?? {})
        .filter(([mediaType]) => isJson(mediaType))
        .map(([mediaType, media]) => ({ operationId, mediaType, media })),
    );

  test("example requests are valid to another validator", () => {
    const bodies = exampleRequests(document).filter(({ json }) => json !== undefined);
    expect(bodies.length).toBeGreaterThan(0);
    for (const { operationId, json } of bodies) {
      const { media } = jsonBodies().find((one) => one.operationId === operationId) ?? {};
      expect(faultsOf(media?.schema ?? {}, json, { isRequest: true }), operationId).toEqual([]);
    }
  });

  test("the fuzzer's valid bodies are valid to another validator, and its broken ones aren't", () => {
    for (const { operationId, mediaType, media } of jsonBodies()) {
      const { schema, compiler, read, canBeSent, values } = bodyValues(document, mediaType, media);
      for (const value of fc.sample(values(), { numRuns: 30, seed: 1 })) {
        expect(
          faultsOf(media.schema ?? {}, compiler.concrete(value), { isRequest: true }),
          operationId,
        ).toEqual([]);
      }
      for (const { keyword, at, arbitrary } of negatives(compiler, schema, read, canBeSent).reached) {
        for (const { broken } of fc.sample(arbitrary, { numRuns: 5, seed: 1 })) {
          const faults = faultsOf(media.schema ?? {}, compiler.concrete(broken), { isRequest: true });
          expect(faults, `${operationId}: ${keyword} at ${at}`).not.toEqual([]);
        }
      }
    }
  });

  test("the mock's answers of every documented status are valid to another validator", async () => {
    let judged = 0;
    for (const { operationId, method, path: target, headers, body } of exampleRequests(document)) {
      const { responses } = document.operations.find((one) => one.operationId === operationId) ?? {};
      for (const [status, { content }] of Object.entries(responses ?? {})) {
        const init = {
          method,
          headers: { ...headers, prefer: `code=${status}` },
          ...(body !== undefined && { body }),
        };
        const answer = await fetch(mock.url + target, init);
        const type = (answer.headers.get("content-type") ?? "").split(";")[0] ?? "";
        const media = content[type];
        if (`${answer.status}` !== status || !isJson(type) || !media || method === "head") continue;
        judged++;
        expect(
          faultsOf(media.schema ?? {}, await answer.json(), { isRequest: false }),
          `${operationId} ${status}`,
        ).toEqual([]);
      }
    }
    expect(judged).toBeGreaterThan(2);
  });
});
