import { describeLocation } from "@counterpart/server/findings";
import type { ListedChange } from "./accepted/accepted-breaks.ts";
import type { Comparison } from "./compare-contracts.ts";
import { groupedChanges } from "./grouped-changes.ts";
import type { FirstComparison } from "./released.ts";

/**
 * Formats a comparison for a terminal.
 * @param file of the released contract, or another document
 */
export function comparisonText(
  comparison: Comparison | FirstComparison,
  file: string,
  { isReleased = true }: { isReleased?: boolean } = {},
): string {
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
    const { length } = groupedChanges(breaking);
    const count = `${length} ${length === 1 ? "change breaks" : "changes break"} clients:`;
    lines.push("", `${preliminary ? "!" : "✗"} ${count}`, ...changeLines(breaking));
    lines.push(...acceptedElsewhere(breaking, accepted));
    if (isReleased) lines.push("", preliminary ? preliminaryAdvice(released) : advice);
  }
  if (accepted.length > 0) {
    lines.push("", "Accepted until a date:");
    lines.push(...changeLines(accepted, ({ until, reason }) => [`    Until ${until}: ${reason}`]));
  }
  if (warnings.length > 0) {
    lines.push("", "! Clients may not handle these:");
    lines.push(...changeLines(warnings));
  }
  if (faults.length > 0) lines.push("", ...faults.map((fault) => `✗ ${fault}`));
  if (allowed.length > 0) lines.push("", "Allowed:", ...changeLines(allowed));
  if (passed) {
    const counts = `${changes.minor} added, ${changes.patch} changed`;
    if (bump === undefined) lines.push("Nothing has changed.");
    else if (breaking.length > 0) lines.push("", `Nothing is refused: ${counts}.`);
    else lines.push(`Nothing breaks: ${counts}.${isReleased ? ` Version ${current} fits.` : ""}`);
  }
  return lines.join("\n");
}

const maxPlaces = 10;

/** Lists each change once, below its places. @param more lines about the first finding of a change */
function changeLines<Change extends ListedChange>(
  changes: Change[],
  more: (change: Change) => string[] = () => [],
): string[] {
  return groupedChanges(changes).flatMap((group) => {
    const [first] = group;
    const where = first.pointer === undefined ? [] : [describeLocation(first)];
    const places = group.slice(0, maxPlaces).map(({ place }) => `  ${place}`);
    const others = group.length - places.length;
    if (others > 0) places.push(`  and ${others} more, which --json lists`);
    return [
      "",
      ...places,
      `    ${first.message}`,
      `    (${[first.rule, ...where].join(", ")})`,
      ...more(first),
    ];
  });
}

/** Lists written when a shared component was reported once may name only one of its places. */
function acceptedElsewhere(breaking: ListedChange[], accepted: ListedChange[]): string[] {
  const keyOf = ({ rule, message, pointer }: ListedChange) => JSON.stringify([rule, message, pointer]);
  const keys = new Set(accepted.map(keyOf));
  const isShared = breaking.some((one) => keys.has(keyOf(one)));
  return isShared
    ? ["", "An accepted break covers only its own place. Add an entry for each other place."]
    : [];
}

const preliminaryAdvice = (released: string) =>
  `The released version is ${released}, so this is only reported. From 1.0.0 on, it fails.`;

const unreleased =
  "Nothing has been released yet, so nothing can break. `counterpart release` makes the first release.";

const advice = `What to do: revert the change. Or add the new form beside the old one (another optional property, another
operation, a path under the next version), deprecate the old one with x-deprecated-since and x-sunset, and remove it
after its sunset. A change that affects no client can be accepted for a limited time: see \`counterpart compare --help\`.
Or make a new major version, and serve the old one beside it: see \`counterpart release --help\`.`;
