import type { Comparison } from "./compare-contracts.ts";
import type { FirstComparison } from "./compare-with-released.ts";

/** A comparison for a terminal. @param file of the released contract */
export function comparisonText(comparison: Comparison | FirstComparison, file: string): string {
  if (comparison.released === null) {
    return [unreleased, ...comparison.faults.map((fault) => `✗ ${fault}`)].join("\n");
  }
  const { released, current, breaking, allowed, changes, faults, bump, passed } = comparison;
  const lines = [`Compared with ${file}, version ${released}.`];
  if (breaking.length > 0) {
    const count = `${breaking.length} ${breaking.length === 1 ? "change breaks" : "changes break"} clients:`;
    lines.push("", `✗ ${count}`);
    for (const { place, message, rule, pointer } of breaking) {
      const source = `(${rule}${pointer === undefined ? "" : `, ${pointer}`})`;
      lines.push("", `  ${place}`, `    ${message}`, `    ${source}`);
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
  "Nothing has been released yet, so nothing can break. `counterpart release` makes the first release.";

const advice = `What to do: revert the change, or add the new form beside the old one (another optional property, another
operation, a path under the next version), deprecate the old one with x-deprecated-since and x-sunset, and remove it
after its sunset. No version number makes a breaking change pass.`;
