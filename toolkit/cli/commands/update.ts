import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { UsageError } from "@counterpart/testing/errors";
import { defineCommand, flag, withValue } from "../command-line/command.ts";
import { untilStopped } from "../command-line/until-signal.ts";
import { requireCompiled } from "../new/own-package.ts";
import { createRunInProject } from "../new/run-in-project.ts";
import { type Update, updateProject } from "../update/update-project.ts";

export const command = defineCommand({
  description: `Updates the project to this version of the toolkit: installs it and its tools, generates again, writes missing stubs,
and shows how the files that \`counterpart new\` writes have changed. Your own files stay unchanged; the diff is written to a
patch file that you can apply.`,
  options: {
    to: withValue(
      "<tarball or version>",
      "update to another version: a tarball of @counterpart/cli, or a version from the npm registry",
    ),
    check: flag("write nothing; exit with 1 if the project has another version"),
    json: flag('print {"from", "to", "changes": [{"file", "state"}], "patch", "kept": […]}'),
    render: withValue(
      "<folder>",
      "only render this version's template for the project into a folder; the update compares two such folders",
    ),
  },
  async run({ options: { to, check = false, json = false, render }, terminal: { stdout, stderr } }) {
    if (render !== undefined) {
      const { renderProject } = await import("../update/render-project.ts");
      await renderProject(render);
      return 0;
    }
    if (to !== undefined) return runOther(to, [...(check ? ["--check"] : []), ...(json ? ["--json"] : [])]);
    requireCompiled();
    const update = await untilStopped("Stopped.", (signal) =>
      updateProject(
        process.cwd(),
        { check },
        {
          run: createRunInProject(signal),
          progress: (sentence) => void stderr.write(`${sentence}\n`),
        },
      ),
    );
    const { from, to: version, changes, diff, kept } = update;
    const patch = check || diff === "" ? undefined : `counterpart-${from}-to-${version}.patch`;
    if (patch !== undefined) await writeFile(patch, diff);
    if (json) stdout.write(`${JSON.stringify({ from, to: version, changes, patch: patch ?? null, kept })}\n`);
    else stdout.write(updateText(update, { check, patch }));
    return check && from !== version ? 1 : 0;
  },
});

const states = {
  unchanged: "you haven't changed it",
  edited: "you have changed it",
  absent: "you don't have it",
};

function updateText(
  { from, to, changes, diff, kept }: Update,
  { check, patch }: { check: boolean; patch: string | undefined },
): string {
  const width = Math.max(0, ...changes.map(({ file }) => file.length));
  return [
    from === to
      ? `The project is at version ${to}.`
      : check
        ? `The project is at version ${from}; this is version ${to}.`
        : `Updated the project from version ${from} to ${to}.`,
    ...kept.map((one) => `kept: ${one}, your own choice`),
    ...(changes.length === 0
      ? ["No other files of `counterpart new` have changed."]
      : ["", "These files of `counterpart new` have changed:", ""]),
    ...changes.map(({ file, state }) => `  ${file.padEnd(width)}  ${states[state]}`),
    ...(diff === "" ? [] : ["", diff.trimEnd()]),
    ...(patch === undefined
      ? []
      : [
          "",
          `None of these files was touched. To apply the diff, which is in ${patch}:`,
          "",
          `  git apply --reject ${patch}`,
          "",
          "What doesn't fit your own changes is left in files that end in .rej. Then delete the patch.",
        ]),
    "",
  ].join("\n");
}

/** Runs the `update` of another version, because each version updates projects to itself. */
async function runOther(to: string, options: string[]): Promise<number> {
  const isVersion = /^\d+\.\d+\.\d+/.test(to) || to === "latest";
  if (!isVersion && !to.endsWith(".tgz")) {
    throw new UsageError(`--to takes a tarball or a version such as 0.3.0, not "${to}".`);
  }
  const source = isVersion ? `@counterpart/cli@${to}` : path.resolve(to);
  const child = spawn(
    "npm",
    ["exec", "--yes", `--package=${source}`, "--", "counterpart", "update", ...options],
    {
      stdio: "inherit",
      shell: process.platform === "win32",
    },
  );
  const [code] = await once(child, "close");
  return code ?? 1;
}
