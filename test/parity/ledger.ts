import type { Difference } from "@counterpart/testing";
import type { Discrepancy } from "./compare.ts";
import type { ParityRequest } from "./request-list.ts";

export interface Ledger {
  /** The discrepancies that no known difference allows, and whether the request's known difference no longer occurs. */
  unexplained(request: ParityRequest, discrepancies: Discrepancy[]): string[];
  /** Listed known differences that no request has shown. */
  stale(): string[];
}

/** Tracks the known differences: what they allow, and whether they are still needed. */
export function openLedger(differences: Record<string, Difference>): Ledger {
  const met = new Set<string>();

  /** The index of the entry that allows a discrepancy. */
  function allowance(request: ParityRequest, discrepancy: Discrepancy): string | undefined {
    if (discrepancy.about === "header") {
      for (const [id, { headers = [] }] of Object.entries(differences)) {
        const pattern = headers.find((one) => fits(one, discrepancy.name ?? ""));
        if (pattern !== undefined) return `${id}.headers ${pattern}`;
      }
      return undefined;
    }
    const { differsBy: id = "", parameter = "" } = request;
    const { statuses = [], parameters = [], headers = [], undocumented } = differences[id] ?? {};
    switch (discrepancy.about) {
      case "status": {
        if (parameters.includes(parameter)) return `${id}.parameters ${parameter}`;
        const status = statuses.find((one) => one === discrepancy.server || one === discrepancy.mock);
        return status === undefined ? undefined : `${id}.statuses ${status}`;
      }
      case "media type":
        return headers.includes("Content-Type") ? `${id}.headers Content-Type` : undefined;
      case "body":
      case "document":
        return undocumented ? `${id}.undocumented true` : undefined;
    }
  }

  return {
    unexplained(request, discrepancies) {
      const allowed = discrepancies.map((one) => ({ ...one, by: allowance(request, one) }));
      for (const { by } of allowed) if (by !== undefined) met.add(by);
      const left = allowed.filter(({ by }) => by === undefined).map(({ message }) => message);
      const { differsBy: id } = request;
      if (id !== undefined && !allowed.some(({ by }) => by?.startsWith(`${id}.`))) {
        left.push(`The answers don't differ as ${id} says.`);
      }
      return left;
    },
    stale() {
      const listed = Object.entries(differences).flatMap(
        ([id, { statuses, headers, parameters, undocumented }]) =>
          Object.entries({ statuses, headers, parameters, undocumented: undocumented && [true] }).flatMap(
            ([what, values]) => (values ?? []).map((value) => `${id}.${what} ${value}`),
          ),
      );
      return listed.filter((place) => !met.has(place));
    },
  };
}

/** A `*` at the end of a pattern matches anything. */
function fits(pattern: string, name: string): boolean {
  const wanted = pattern.toLowerCase();
  return wanted.endsWith("*") ? name.startsWith(wanted.slice(0, -1)) : name === wanted;
}
