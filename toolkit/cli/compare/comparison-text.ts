import { describeLocation } from "@counterpart/server/document/findings/locate";
import type { ListedChange } from "./accepted/accepted-breaks.ts";
import type { Comparison } from "./compare-contracts.ts";
import type { FirstComparison } from "./released.ts";

/** Formats a comparison for a terminal. @param file of the released contract */
export function comparisonText(comparison: Comparison | FirstComparison, file: string): string {
  if (comparison.released === null) {
    return [unreleased, ...comparison.faults.map((fault) => `✗ ${fault}`)].join("\n");
  }
  const {
    released,
    current,
    preliminary,
    breaking,
    accepted,
    warnings,
    allowed,
    changes,
    faults,
    bump,
    passed,
  } = comparison;
  const lines = [`Compared with ${file}, version ${released}.`];
  if (breaking.length > 0) {
    const count = `${breaking.length} ${breaking.length === 1 ? "change breaks" : "changes break"} clients:`;
    lines.push("", `${preliminary ? "!" : "✗"} ${count}`, ...breaking.flatMap(changeLines));
    lines.push("", preliminary ? preliminaryAdvice(released) : advice);
  }
  if (accepted.length > 0) {
    lines.push("", "Accepted until a date:");
    for (const one of accepted) {
      lines.push(...changeLines(one), `    Until ${one.until}: ${one.reason}`);
    }
  }
  if (warnings.length > 0) {
    lines.push("", "! Clients may not handle these:");
    lines.push(...warnings.flatMap(changeLines));
  }
  if (faults.length > 0) lines.push("", ...faults.map((fault) => `✗ ${fault}`));
  if (allowed.length > 0) lines.push("", "Allowed:", ...allowed.map((one) => `  ${one}`));
  if (passed) {
    const counts = `${changes.minor} added, ${changes.patch} changed`;
    if (bump === undefined) lines.push("Nothing has changed.");
    else if (breaking.length > 0) lines.push("", `Nothing is refused: ${counts}.`);
    else lines.push(`Nothing breaks: ${counts}. Version ${current} fits.`);
  }
  return lines.join("\n");
}

function changeLines({ place, message, rule, ...location }: ListedChange): string[] {
  const where = location.pointer === undefined ? [] : [describeLocation(location)];
  return ["", `  ${place}`, `    ${message}`, `    (${[rule, ...where].join(", ")})`];
}

const preliminaryAdvice = (released: string) =>
  `The released version is ${released}, so this is only reported. From 1.0.0 on, it fails.`;

const unreleased =
  "Nothing has been released yet, so nothing can break. `counterpart release` makes the first release.";

const advice = `What to do: revert the change. Or add the new form beside the old one (another optional property, another
operation, a path under the next version), deprecate the old one with x-deprecated-since and x-sunset, and remove it
after its sunset. From 1.0.0 on, no version number allows a breaking change. A change that affects no client can be
accepted for a limited time: see \`counterpart compare --help\`.`;
