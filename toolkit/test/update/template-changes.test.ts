import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { diffFolders, templateChanges } from "../../cli/update/template-changes.ts";

let place: string;
beforeEach(async () => {
  place = await mkdtemp(path.join(tmpdir(), "counterpart-changes-"));
});
afterEach(() => rm(place, { recursive: true, force: true }));

const write = async (folder: string, files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(place, folder, name)), { recursive: true });
    await writeFile(path.join(place, folder, name), text);
  }
};

test("lists the differences between versions, with the owner's changes, as one patch", async () => {
  await write("old", {
    same: "a\n",
    plain: "a\n",
    "deep/edited": "a\n",
    has: "a\n",
    gone: "a\n",
    dropped: "a\n",
  });
  await write("new", {
    same: "a\n",
    plain: "b\n",
    "deep/edited": "b\n",
    has: "b\n",
    gone: "b\n",
    added: "b\n",
  });
  await write("project", { same: "x\n", plain: "a\n", "deep/edited": "x\n", has: "b\n", dropped: "a\n" });
  const [before, after, project] = ["old", "new", "project"].map((name) => path.join(place, name));
  expect(await templateChanges(before ?? "", after ?? "", project ?? "")).toEqual([
    { file: "added", state: "absent" },
    { file: "deep/edited", state: "edited" },
    { file: "dropped", state: "unchanged" },
    { file: "gone", state: "absent" },
    { file: "plain", state: "unchanged" },
  ]);
  const diff = await diffFolders(place, "old", "new");
  const named = [...diff.matchAll(/^diff --git (?:old|new)\/(\S+)/gm)].map(([, name]) => name);
  expect(named).toEqual(["added", "deep/edited", "dropped", "gone", "plain"]);
  expect(diff).toContain("--- old/plain\n+++ new/plain\n@@ -1 +1 @@\n-a\n+b\n");
  expect((await readdir(path.join(place, "project"))).sort()).toEqual([
    "deep",
    "dropped",
    "has",
    "plain",
    "same",
  ]);
});

test("two versions that write the same files have no differences", async () => {
  await write("old", { same: "a\n" });
  await write("new", { same: "a\n" });
  const [before, after] = ["old", "new"].map((name) => path.join(place, name));
  expect(await templateChanges(before ?? "", after ?? "", place)).toEqual([]);
  expect(await diffFolders(place, "old", "new")).toBe("");
});
