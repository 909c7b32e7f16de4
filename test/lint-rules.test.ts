import { execFile } from "node:child_process";
import { cp, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "./helpers/temporary-folder.ts";

/** Forbidden imports by file, and the linter's message about each. */
const refused: [file: string, specifier: string, message: string][] = [
  ["toolkit/server/http/a.ts", "@counterpart/testing", "no other of ours"],
  ["toolkit/server/http/b.ts", "../../testing/mock/start-mock.ts", "no other of ours"],
  ["toolkit/testing/fuzz/a.ts", "@counterpart/cli", "server's package alone"],
  ["toolkit/testing/fuzz/b.ts", "../../server/index.ts", "by its name"],
  ["toolkit/cli/mock/a.ts", "../../server/index.ts", "by their names"],
];

const allowed: [file: string, specifier: string][] = [
  ["toolkit/testing/fuzz/c.ts", "@counterpart/server/document/document"],
  ["toolkit/cli/mock/b.ts", "@counterpart/testing/mock/start-mock"],
];

test("the linter refuses imports that point the wrong way, and cycles", async () => {
  const folder = await temporaryFolder();
  await cp("biome.json", path.join(folder, "biome.json"));
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  };
  for (const [file, specifier] of [...refused, ...allowed]) {
    await write(file, `import { one } from "${specifier}";\n\nexport const two = one;\n`);
  }
  await write("toolkit/cli/a.ts", 'import { b } from "./b.ts";\n\nexport const a = () => b;\n');
  await write("toolkit/cli/b.ts", 'import { a } from "./a.ts";\n\nexport const b = () => a;\n');

  const diagnostics = await lint(folder);
  const messages = (file: string) => diagnostics.filter((one) => one.file === file).map((one) => one.message);
  for (const [file, , message] of refused) expect(messages(file).join("\n"), file).toContain(message);
  for (const [file] of allowed) expect(messages(file), file).toEqual([]);
  expect(messages("toolkit/cli/a.ts").join("\n")).toContain("part of a cycle");
});

async function lint(folder: string): Promise<{ file: string; message: string }[]> {
  const args = ["lint", "--vcs-enabled=false", "--max-diagnostics=none", "--reporter=json", "."];
  const stdout = await new Promise<string>((resolve) => {
    execFile("biome", args, { cwd: folder }, (_failure, text) => resolve(text));
  });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { location: { path: string }; message: string }[];
  };
  return diagnostics.map(({ location, message }) => ({ file: location.path.replace(/^\.\//, ""), message }));
}
