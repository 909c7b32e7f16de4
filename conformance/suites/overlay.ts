import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Finding } from "../../toolkit/server/document/findings/finding.ts";
import { readSpec } from "../../toolkit/server/document/source/read-spec.ts";
import { commitOf } from "../commit-of.ts";
import type { Case, SuiteResult } from "../suite-result.ts";

/**
 * OAI/Overlay-Specification: documents with an overlay and what it makes of them, and overlays that its schema accepts or
 * refuses.
 * @param folder a clone
 */
export default async function run(folder = ""): Promise<SuiteResult> {
  const work = await mkdtemp(path.join(os.tmpdir(), "overlay-"));
  try {
    const base = path.join(work, "openapi.json");
    await writeFile(base, JSON.stringify(baseDocument));
    const cases = [
      ...(await compliantSets(path.join(folder, "compliant-sets"))),
      ...(await schemaTests(path.join(folder, "tests"), base)),
    ];
    return { suite: "Overlay-Specification", version: await commitOf(folder), cases };
  } finally {
    await rm(work, { recursive: true });
  }
}

async function compliantSets(folder: string): Promise<Case[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sets = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return sets.sort().map((set): Case => {
    const name = `compliant-sets/${set}`;
    const place = (file: string) => path.join(folder, set, file);
    const made = readSpec(place("openapi.yaml"), { overlays: [place("overlay.yaml")] });
    const wanted = readSpec(place("output.yaml"));
    if (isDeepStrictEqual(made.raw, wanted.raw)) return { name, outcome: "passed" };
    return { name, outcome: "silently wrong", detail: JSON.stringify(made.raw) };
  });
}

/** The changes in the specification's examples. */
const baseDocument = {
  openapi: "3.1.0",
  info: { title: "Base", version: "1.0.0" },
  paths: { "/foo": { get: { responses: {} } }, "/bar": { get: { responses: {} } } },
};

/** `v1.1/pass/minimal.yaml` and the like. */
async function schemaTests(folder: string, base: string): Promise<Case[]> {
  const files = await readdir(folder, { recursive: true });
  return files
    .filter((file) => /(pass|fail)[/\\][^/\\]+\.yaml$/.test(file))
    .sort()
    .map((file) => {
      const name = `tests/${file.replaceAll(path.sep, "/")}`;
      const { error, faults } = applied(path.join(folder, file), base);
      if (name.includes("/fail/")) {
        const isFound = error !== undefined || faults.length > 0;
        return { name, outcome: isFound ? "passed" : "silently wrong", detail: error ?? faults.join("\n") };
      }
      return error === undefined ? { name, outcome: "passed" } : { name, outcome: "reported", detail: error };
    });
}

/** These report that an overlay has no effect here, not that it is faulty. */
const harmless = /^The action changes nothing|^`extends` has no effect|is nowhere in the document\.$/;

function applied(overlay: string, base: string): { error?: string; faults: string[] } {
  try {
    const { notes } = readSpec(base, { overlays: [overlay] });
    const ofOverlay = (notes as Finding[]).filter(({ file }) => file?.endsWith(path.basename(overlay)));
    return { faults: ofOverlay.map(({ message }) => message).filter((message) => !harmless.test(message)) };
  } catch (error) {
    return { error: (error as Error).message, faults: [] };
  }
}
