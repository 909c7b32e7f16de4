import { execFileSync } from "node:child_process";
import { chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readBuildInfo, versionPage, versionText } from "../../server/process/build-info.ts";
import { notesDocument } from "../helpers/notes-document.ts";
import { startApp } from "../helpers/small-app.ts";

async function project(manifest: object): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "build-info-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, "server"));
  await writeFile(path.join(folder, "package.json"), JSON.stringify(manifest));
  return path.join(folder, "server", "main.ts");
}

test("the version is that of the nearest package.json above the entry script", async () => {
  const entry = await project({ name: "notes", version: "1.4.0", private: true });
  expect(readBuildInfo(entry, {})).toEqual({ name: "notes", version: "1.4.0" });
});

test("BUILD_REVISION adds the commit", async () => {
  const entry = await project({ name: "notes", version: "1.4.0" });
  const build = readBuildInfo(entry, { BUILD_REVISION: "9f3c2a1" });
  expect(build).toEqual({ name: "notes", version: "1.4.0", revision: "9f3c2a1" });
  expect(versionText(build)).toBe("1.4.0 (9f3c2a1)");
});

test("without BUILD_REVISION it is the commit of the git checkout, also of another user", async () => {
  const entry = await project({ name: "notes", version: "1.4.0" });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=N", "-c", "user.email=n@example.com", ...args], {
      cwd: path.dirname(entry),
      encoding: "utf8",
    });
  git("init", "--quiet", "..");
  git("commit", "--quiet", "--allow-empty", "--message", "Start");
  const { revision } = readBuildInfo(entry, {});
  expect(git("rev-parse", "HEAD")).toMatch(new RegExp(`^${revision}`));
  await chown(path.dirname(path.dirname(entry)), 1234, 1234).catch(() => {});
  expect(readBuildInfo(entry, {})).toEqual({ name: "notes", version: "1.4.0", revision });
});

test("a package.json without a version is accepted", async () => {
  expect(readBuildInfo(await project({}), {})).toEqual({ name: "service", version: "0.0.0" });
});

test("200 at /version with the versions of program and document, without a key", async () => {
  const raw = notesDocument();
  const app = await startApp({ raw, pages: [versionPage({ name: "notes", version: "1.4.0" }, "2.0.0")] });
  onTestFinished(() => app.close());
  const answer = await fetch(`${app.url}/version`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ name: "notes", version: "1.4.0", contract: "2.0.0" });
});
