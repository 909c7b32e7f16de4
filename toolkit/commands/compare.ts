import { parseArgs } from "node:util";
import { type Comparison, compareContracts } from "../compare/compare-contracts.ts";
import { dayOf, isDay } from "../compare/day.ts";
import { readReleased, releasedFile } from "../compare/released.ts";
import { deprecationFaults } from "../compare/sunset.ts";
import { readDocument } from "../document/document.ts";
import { bundle } from "../generate/bundle.ts";
import { specRoot } from "../generate/spec-root.ts";

const help = `Usage: npm run compare [-- options]

Holds the document in spec/ against the contract that was last released, ${releasedFile}, and fails when a client of that
would break. Redocly rates the changes by its whole set of rules; a few more are judged here (scripts/contract).

An operation can be removed once the x-sunset that was released for it has come; it must lie 90 days or more after its
x-deprecated-since. Error codes can be added. info.version must rise with what has changed: the second number when
something was added, the third for anything else.

  --json                print the comparison as JSON
  --today YYYY-MM-DD    the day by which ends are judged
  --released FILE       the released contract
  --spec FILE           the document

Exit: 0 nothing breaks, or nothing was released; 1 something does or the version doesn't fit; 2 it can't be told.`;

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
  if (!isDay(values.today)) throw new Error(`--today ${values.today} is not a day, like 2026-01-15.`);
  const released = await readReleased(values.released);
  const current = await bundle(values.spec ?? (await specRoot()));
  if (!released) {
    const faults = deprecationFaults(undefined, readDocument(current));
    const passed = faults.length === 0;
    const text = [unreleased, ...faults.map((fault) => `✗ ${fault}`)].join("\n");
    console.log(values.json ? JSON.stringify({ released: null, faults, passed }, null, 2) : text);
    return passed ? 0 : 1;
  }
  const comparison = await compareContracts(released, current, values.today);
  console.log(
    values.json ? JSON.stringify(comparison, null, 2) : comparisonText(comparison, values.released),
  );
  return comparison.passed ? 0 : 1;
}

/** The comparison for a terminal. */
export function comparisonText(
  { released, current, breaking, allowed, changes, faults, bump, passed }: Comparison,
  file: string,
): string {
  const lines = [`Compared with ${file}, version ${released}.`];
  if (breaking.length > 0) {
    lines.push(
      "",
      `✗ ${breaking.length} ${breaking.length === 1 ? "change breaks" : "changes break"} clients:`,
    );
    for (const { place, message, rule, pointer } of breaking) {
      lines.push(
        "",
        `  ${place}`,
        `    ${message}`,
        `    (${rule}${pointer === undefined ? "" : `, ${pointer}`})`,
      );
    }
    lines.push("", advice);
  }
  if (faults.length > 0) lines.push("", ...faults.map((fault) => `✗ ${fault}`));
  if (allowed.length > 0) lines.push("", "Allowed:", ...allowed.map((one) => `  ${one}`));
  if (passed) {
    const counts = `${changes.minor} added, ${changes.patch} changed`;
    lines.push(
      bump === undefined ? "Nothing has changed." : `Nothing breaks: ${counts}. Version ${current} fits.`,
    );
  }
  return lines.join("\n");
}

const unreleased =
  "Nothing has been released yet, so nothing can break. `npm run release:contract` cuts the first release.";

const advice = `What to do: take the change back, or put the new shape beside the old one (another property that is optional, another
operation, a path under the next version), deprecate the old one with x-deprecated-since and x-sunset, and remove it
after its end. No version number makes a breaking change pass.`;

if (import.meta.main) {
  process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
    console.error((error as Error).message);
    return 2;
  });
}
