import { readFile, writeFile } from "node:fs/promises";
import { unnamedImports } from "./imports/closed-packages.ts";
import { withDrawing } from "./imports/drawing.ts";
import { findViolations } from "./imports/find-violations.ts";
import { packages } from "./imports/layers.ts";
import { readSources, unusedExports } from "./imports/unused-exports.ts";

const file = "CONTRIBUTING.md";
const text = await readFile(file, "utf8");
const drawn = withDrawing(text, packages);

if (process.argv.includes("--draw")) {
  await writeFile(file, drawn);
} else {
  const sources = readSources();
  const faults = [...(await findViolations()), ...unnamedImports(sources), ...unusedExports(sources)];
  if (drawn !== text) faults.push(`${file} has an old drawing of the layers. Run \`npm run draw:imports\`.`);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
