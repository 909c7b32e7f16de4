import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acceptedBreaksFile, readAcceptedBreaks } from "../../cli/compare/accepted/accepted-breaks.ts";
import { comparisonText } from "../../cli/compare/comparison-text.ts";
import { writeReleased } from "../../cli/compare/released.ts";
import type { RawDocument } from "../../server/document/document.ts";
import { compareContracts, release } from "../helpers/compare-raw.ts";

const today = "2026-06-15";

/** A document about boats, and the findings for one of them. */
function harbour(version: string, { hasDelete = true, states = ["moored", "away"] } = {}): RawDocument {
  const boat = { type: "object", properties: { state: { type: "string", enum: states } } };
  const responses = { "200": { description: "A boat.", content: { "application/json": { schema: boat } } } };
  return {
    openapi: "3.1.0",
    info: { title: "Harbour", version },
    paths: {
      "/boats/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        get: { operationId: "readBoat", responses },
        ...(hasDelete && {
          delete: { operationId: "sinkBoat", responses: { "204": { description: "It is gone." } } },
        }),
      },
    },
  };
}

const removal = { rule: "operation-removed", place: "DELETE /boats/{id}" };
const entry = { ...removal, reason: "No client has called it.", until: "2026-06-30" };

describe("before 1.0", () => {
  test("a breaking change is reported, and passes with the next minor version", async () => {
    const comparison = await compareContracts(
      harbour("0.4.0"),
      harbour("0.5.0", { hasDelete: false }),
      today,
    );
    expect(comparison).toMatchObject({
      preliminary: true,
      breaking: [removal],
      faults: [],
      bump: "minor",
      passed: true,
    });
    const text = comparisonText(comparison, "v1.yaml");
    expect(text).toContain("! 1 change breaks clients:");
    expect(text).toContain("The released version is 0.4.0, so this is only reported.");
    expect(text).toContain("Nothing is refused: ");
  });

  test("also if the version is the same, but a release needs another", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "counterpart-harbour-"));
    const file = path.join(folder, "v1.yaml");
    await writeReleased(harbour("0.4.0"), file);
    const current = harbour("0.4.0", { hasDelete: false });
    expect(await compareContracts(harbour("0.4.0"), current, today)).toMatchObject({
      passed: true,
      breaking: [removal],
    });
    expect((await release(current, { released: file, today })).refused?.faults).toEqual([
      expect.stringContaining("Set it to 0.5.0."),
    ]);
    await rm(folder, { recursive: true });
  });

  test("the first stable version may still break, and later ones may not", async () => {
    const broken = (version: string) => harbour(version, { hasDelete: false });
    expect(await compareContracts(harbour("0.4.0"), broken("1.0.0"), today)).toMatchObject({ passed: true });
    expect(await compareContracts(harbour("1.0.0"), broken("0.9.0"), today)).toMatchObject({ passed: false });
  });
});

describe("an accepted break", () => {
  const broken = harbour("1.3.0", { hasDelete: false });
  const compare = (day: string, entries = [entry]) =>
    compareContracts(harbour("1.2.0"), broken, day, { entries });

  test("passes until its last day, and counts as an addition for the version", async () => {
    const comparison = await compare("2026-06-30");
    expect(comparison).toMatchObject({ passed: true, breaking: [], accepted: [entry], bump: "minor" });
    expect(comparisonText(comparison, "v1.yaml")).toContain("Until 2026-06-30: No client has called it.");
  });

  test("breaks clients again after that day", async () => {
    expect(await compare("2026-07-01")).toMatchObject({
      passed: false,
      breaking: [removal],
      accepted: [],
      faults: [expect.stringContaining("was accepted until 2026-06-30")],
    });
  });

  test("fails when it matches no change", async () => {
    const other = { ...entry, place: "DELETE /ships/{id}" };
    expect(await compare(today, [entry, other])).toMatchObject({
      passed: false,
      breaking: [],
      faults: [
        'The accepted break "operation-removed" at "DELETE /ships/{id}" matches no change. Remove it from the list.',
      ],
    });
  });
});

describe("the list of accepted breaks", () => {
  let folder: string;
  const at = (name: string) => path.join(folder, name);
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "counterpart-accepted-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("is beside the released contract, and is optional", async () => {
    expect(acceptedBreaksFile("spec/released/v1.yaml")).toBe("spec/released/v1.accepted-breaks.json");
    expect(await readAcceptedBreaks(at("none.json"))).toEqual([]);
  });

  test("reports all of its mistakes at once", async () => {
    await writeFile(at("list.json"), JSON.stringify([{ rule: "a", place: "b", until: "spring", why: 1 }]));
    await expect(readAcceptedBreaks(at("list.json"))).rejects.toThrow(
      /entry 1: `reason` must.*\n.*entry 1: `until` must.*\n.*entry 1: There is no `why`/,
    );
    await writeFile(at("list.json"), "[");
    await expect(readAcceptedBreaks(at("list.json"))).rejects.toThrow("isn't JSON");
  });

  test("is removed by the release that includes them", async () => {
    const released = at("v1.yaml");
    await writeReleased(harbour("1.2.0"), released);
    await writeFile(at("v1.accepted-breaks.json"), JSON.stringify([entry]));
    const current = harbour("1.3.0", { hasDelete: false });
    expect(await release(current, { released, today })).toEqual({
      version: "1.3.0",
      written: [released, at("v1.changes.json")],
      removed: [at("v1.accepted-breaks.json")],
    });
    expect(await readAcceptedBreaks(at("v1.accepted-breaks.json"))).toEqual([]);
  });
});

test("a new value in an answer's enum is a warning, with its place", async () => {
  const current = harbour("1.3.0", { states: ["moored", "away", "sunk"] });
  const locate = (pointer: string) => ({ pointer, file: "spec/boats.yaml", line: 7 });
  const comparison = await compareContracts(harbour("1.2.0"), current, today, { locate });
  expect(comparison).toMatchObject({ passed: true, breaking: [], bump: "minor" });
  expect(comparison.warnings).toEqual([
    expect.objectContaining({ rule: "enum-values-added", file: "spec/boats.yaml", line: 7 }),
  ]);
  expect(comparisonText(comparison, "v1.yaml")).toContain("(enum-values-added, spec/boats.yaml:7 (");
});
