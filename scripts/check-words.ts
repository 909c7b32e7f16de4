import { readFile, writeFile } from "node:fs/promises";
import { type AllowedUses, lowered, reportUses } from "./words/allowed-uses.ts";
import { findWordsInRepository } from "./words/find-words.ts";

const list = "scripts/words/allowed.json";
const allowed: AllowedUses = JSON.parse(await readFile(list, "utf8"));
const uses = await findWordsInRepository();

if (process.argv.includes("--lower")) {
  await writeFile(list, `${JSON.stringify(lowered(allowed, uses), null, 2)}\n`);
} else {
  const reports = reportUses(uses, allowed);
  for (const report of reports) console.error(report);
  if (reports.length > 0) console.error(`Reword these. If a use is justified, count it in ${list}.`);
  process.exitCode = reports.length === 0 ? 0 : 1;
}
