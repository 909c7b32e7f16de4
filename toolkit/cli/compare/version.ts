import type { Impact } from "./redocly-diff.ts";

type Version = [number, number, number];

/** Checks that the version rises enough for changes of this impact. */
export function versionFault(
  { released, current }: { released: string; current: string },
  bump: Impact | undefined,
): string | undefined {
  if (released === current && bump === undefined) return undefined;
  const [before, now] = [versionOf(released), versionOf(current)];
  if (!before || !now) {
    return `info.version must be three numbers, such as 1.2.0. It is ${current}, and ${released} was released.`;
  }
  const least = next(before, bump);
  if (compare(now, least) >= 0) return undefined;
  if (bump === undefined) return `info.version is ${current}, but ${released} has been released already.`;
  const reason = { major: "something breaks", minor: "something was added", patch: "something has changed" }[
    bump
  ];
  return `info.version is ${current}, but ${reason} since ${released}. Set it to ${least.join(".")}.`;
}

/** The first number of a version; undefined if it isn't three numbers. */
export function majorOf(version: string): number | undefined {
  return versionOf(version)?.[0];
}

/** The least version that changes of this impact allow; undefined if the released one isn't three numbers. */
export function fittingVersion(released: string, bump: Impact | undefined): string | undefined {
  const before = versionOf(released);
  return before && next(before, bump).join(".");
}

/** Reads `2.1` as 2.1.0. */
function versionOf(text: string): Version | undefined {
  const [, major, minor = 0, patch = 0] = text.match(/^(\d+)(?:\.(\d+))?(?:\.(\d+))?$/) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

function next([major, minor, patch]: Version, bump: Impact | undefined): Version {
  if (bump === "major") return [major + 1, 0, 0];
  if (bump === "minor") return [major, minor + 1, 0];
  return [major, minor, bump === "patch" ? patch + 1 : patch];
}

function compare(a: Version, b: Version): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
