import { readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { RunInProject } from "../../cli/new/run-in-project.ts";
import { createRunInProject } from "../../cli/new/run-in-project.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
export const modules = path.join(root, "node_modules");
export const bin = path.join(root, "toolkit/cli/bin/counterpart.ts");

/**
 * Runs the commands of `new`, except npm: the tarballs are empty files, and dependencies are linked, so a project has this
 * toolkit and its tools at once.
 */
export const runLinked: RunInProject = async (project, command, args) => {
  if (command === "npm" && args[0] === "pack") {
    const { name } = JSON.parse(await readFile(path.join(args[1] ?? "", "package.json"), "utf8"));
    const filename = `${name.replace("@", "").replace("/", "-")}.tgz`;
    await writeFile(path.join(args.at(-1) ?? "", filename), "");
    return JSON.stringify([{ filename }]);
  }
  if (command === "npm" && args[0] === "install") {
    await symlink(modules, path.join(project, "node_modules"));
    return "";
  }
  const run = createRunInProject(new AbortController().signal);
  return command === "counterpart"
    ? run(project, process.execPath, [bin, ...args])
    : run(project, command, args);
};
