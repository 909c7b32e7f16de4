import { execFile } from "node:child_process";
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Place } from "../../helpers/processes/server-process.ts";
import { readStages, type Stage } from "./dockerfile.ts";

const run = promisify(execFile);
const project = fileURLToPath(new URL("../../../", import.meta.url));

export interface Image extends Place {
  node: string;
  remove(): Promise<void>;
}

/**
 * The image's content in a read-only folder: the last stage's copies, with packages installed as its stages do, without
 * what `.dockerignore` lists and the docs page. Needs npm with its cache, or a registry.
 */
export async function buildImage(): Promise<Image> {
  const base = await mkdtemp(path.join(tmpdir(), "counterpart-image-"));
  const folder = path.join(base, "app");
  const node = path.join(base, "node");
  const stages = await readStages(path.join(project, "Dockerfile"));
  const ignored = await ignoredFiles();
  for (const { from, sources, target } of stages.at(-1)?.copies ?? []) {
    const stage = stages.find(({ name }) => name === from);
    const source = stage && /--omit=dev/.test(stage.runs.join()) ? await install(base, stage) : project;
    for (const name of sources.map((one) => one.replace(/^\/app\//, ""))) {
      const into = target.endsWith("/") ? path.join(target, path.basename(name)) : target;
      await cp(path.join(source, name), path.join(folder, into), {
        recursive: true,
        // Like COPY. A link to a workspace is relative.
        verbatimSymlinks: true,
        filter: (file) => !ignored.has(file),
      });
    }
  }
  // The image has its own Node; the one that runs the tests may be unreadable for other users.
  await copyFile(process.execPath, node);
  await chmod(base, 0o755);
  await run("chmod", ["-R", "a+rX,a-w", folder, node]);
  const [, ...args]: string[] = JSON.parse(stages.at(-1)?.says.CMD ?? "[]");
  return {
    folder,
    node,
    start: [node, ...args],
    async remove() {
      await run("chmod", ["-R", "u+w", base]);
      await rm(base, { recursive: true });
    },
  };
}

/** What isn't sent to the build. The file lists plain paths. */
async function ignoredFiles(): Promise<Set<string>> {
  const text = await readFile(path.join(project, ".dockerignore"), "utf8");
  return new Set(
    text
      .trim()
      .split("\n")
      .map((name) => path.join(project, name)),
  );
}

/** Runs a stage of the Dockerfile. Returns its folder. */
async function install(base: string, { name, copies, runs }: Stage): Promise<string> {
  const folder = path.join(base, name);
  await mkdir(folder);
  for (const file of copies.flatMap(({ sources }) => sources)) {
    await cp(path.join(project, file), path.join(folder, file), { recursive: true });
  }
  const env = { ...process.env, npm_config_prefer_offline: "true" };
  for (const command of runs) await run("sh", ["-c", command], { cwd: folder, env });
  return folder;
}
