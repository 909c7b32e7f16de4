import { parseArgs } from "node:util";
import { compareContracts } from "../compare/compare-contracts.ts";
import { dayOf, isDay } from "../compare/day.ts";
import { readReleased, releasedFile, writeReleased } from "../compare/released.ts";
import { deprecationFaults, shortNotices } from "../compare/sunset.ts";
import { readDocument } from "../document/document.ts";
import { bundle } from "../generate/bundle.ts";
import { specRoot } from "../generate/spec-root.ts";
import { comparisonText } from "./compare.ts";

const help = `Usage: npm run release:contract [-- options]

Makes the document in spec/ the released contract, ${releasedFile}, against which \`npm run compare\` measures from then
on. What compare refuses can't be released. An x-sunset that is released for the first time lies 90 days or more ahead.

  --json                print {"released": "1.1.0", "written": ["…"]}, or the comparison when it fails
  --today YYYY-MM-DD    the day of the release
  --released FILE       the released contract
  --spec FILE           the document

Exit: 0 released, or nothing to release; 1 it can't be released; 2 it can't be told.`;

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: "boolean" },
      json: { type: "boolean" },
      today: { type: "string", default: dayOf(Date.now()) },
      released: { type: "string", default: releasedFile },
      spec: { type: "string" },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const { today, json, released: file } = values;
  if (!isDay(today)) throw new Error(`--today ${today} is not a day, like 2026-01-15.`);
  const released = await readReleased(file);
  const current = await bundle(values.spec ?? (await specRoot()));
  const version = String(current.info?.version);
  if (released) {
    const faults = shortNotices(readDocument(released), readDocument(current), today);
    const comparison = await compareContracts(released, current, today);
    if (!comparison.passed || faults.length > 0) {
      comparison.faults.push(...faults);
      comparison.passed = false;
      console.log(json ? JSON.stringify(comparison, null, 2) : comparisonText(comparison, file));
      return 1;
    }
    if (comparison.bump === undefined && comparison.current === comparison.released) {
      console.log(
        json ? JSON.stringify({ released: version, written: [] }) : `${version} is released already.`,
      );
      return 0;
    }
  } else {
    const faults = deprecationFaults(undefined, readDocument(current));
    if (faults.length > 0) {
      console.log(
        json ? JSON.stringify({ faults }, null, 2) : faults.map((fault) => `✗ ${fault}`).join("\n"),
      );
      return 1;
    }
  }
  await writeReleased(current, file);
  console.log(
    json
      ? JSON.stringify({ released: version, written: [file] })
      : `written: ${file} (${version}). Commit it.`,
  );
  return 0;
}

if (import.meta.main) {
  process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
    console.error((error as Error).message);
    return 2;
  });
}
