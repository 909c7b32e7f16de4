import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning } = findingsOf("clock");

/** Smaller differences come from the network and from times rounded to seconds. */
const ignoredMs = 2000;

/** How far a clock is ahead of this machine's, in milliseconds; negative when it is behind. */
export type ClockDifference = { of: string; ms: number };

/** Of a check that sees another machine's clock. */
export interface Report {
  findings: Finding[];
  clocks: ClockDifference[];
}

export function checkClock(differences: ClockDifference[]): Finding {
  const wrong = differences.filter(({ ms }) => Math.abs(ms) > ignoredMs);
  if (wrong.length === 0) {
    const compared = differences.map(({ of }) => of).join(" and ");
    return ok(compared ? `Agrees with ${compared}.` : "No other clock to compare with.");
  }
  const said = wrong.map(({ of, ms }) => `${seconds(ms)} ${ms > 0 ? "behind" : "ahead of"} ${of}`);
  return warning(
    `This machine's clock is ${said.join(" and ")}.`,
    "Synchronise the clocks with chrony or systemd-timesyncd. Expiry, signatures and the order of events depend on them.",
  );
}

function seconds(ms: number): string {
  return `${Math.round(Math.abs(ms) / 1000)} s`;
}
