import type { ApiDocument } from "@counterpart/server/document";
import { webhookItems } from "../answer-items.ts";
import { contractItems } from "../contract-coverage.ts";
import { type ContractItem, type Group, groups, owners } from "../contract-item.ts";
import type { Traffic } from "../traffic.ts";
import { type Waiver, waiverFaults } from "../waivers.ts";

export interface Tally {
  seen: number;
  total: number;
}

export interface ItemReport extends ContractItem {
  /** How many exchanges covered it. */
  count: number;
  /** Why it is waived. */
  waived?: string;
}

export interface OwnerReport {
  owner: string;
  method: string;
  path: string;
  tallies: Record<Group, Tally>;
  items: ItemReport[];
}

export interface CoverageReport {
  title: string;
  version: string;
  exchanges: number;
  total: Tally;
  tallies: Record<Group, Tally>;
  waived: number;
  owners: OwnerReport[];
  /** The ids of items that are neither covered nor waived. */
  missing: string[];
  /** Sentences about waivers, and about requests that the server should have refused. */
  faults: string[];
  passed: boolean;
  /** Whether the service has only stubs. */
  isUnimplemented: boolean;
}

export interface ReportParts {
  traffic: Traffic;
  waivers: Waiver[];
  today: string;
  /** The ids of operations that have only a stub; their items are waived. */
  stubs?: Set<string>;
  /** If tests failed, the run doesn't show what is missing. */
  testsFailed?: boolean;
}

/** Compares the items that the tests covered with all items of the document. */
export function coverageReport(
  document: ApiDocument,
  { traffic, waivers, today, stubs = new Set(), testsFailed = false }: ReportParts,
): CoverageReport {
  const reasons = new Map(
    waivers.filter(({ until }) => until >= today).map(({ item, reason }) => [item, reason]),
  );
  const sent = webhookItems(document, traffic.seen);
  const items: ItemReport[] = [...contractItems(document), ...sent].map((item) => {
    const count = traffic.seen[item.id] ?? 0;
    const own = stubs.has(item.owner) ? "It isn't implemented yet." : reasons.get(item.id);
    const reason = count === 0 ? own : undefined;
    return { ...item, count, ...(reason !== undefined && { waived: reason }) };
  });
  const missing = items
    .filter(({ count, waived }) => count === 0 && waived === undefined)
    .map(({ id }) => id);
  const faults = [
    ...(testsFailed ? ["Tests of this run failed, so what they cover may be missing."] : []),
    ...waiverFaults(waivers, { ids: new Set(items.map(({ id }) => id)), seen: traffic.seen, today }),
    ...Object.entries(traffic.acceptedViolations).map(
      ([id, count]) => `The server should have refused a request but accepted it, ${count} times: ${id}.`,
    ),
  ];
  return {
    title: document.info.title,
    version: document.info.version,
    exchanges: traffic.exchanges,
    total: tally(items),
    tallies: talliesOf(items),
    waived: items.filter(({ waived }) => waived !== undefined).length,
    owners: [
      ...owners(document).map(({ owner, operation }) => ({
        owner,
        method: operation?.method.toUpperCase() ?? "",
        path: operation?.path ?? "no operation",
      })),
      ...sent.map(({ owner }) => ({ owner, method: "", path: owner })),
    ].map((one) => {
      const own = items.filter(({ owner }) => owner === one.owner);
      return { ...one, tallies: talliesOf(own), items: own };
    }),
    missing,
    faults,
    passed: missing.length === 0 && faults.length === 0,
    isUnimplemented:
      document.operations.length > 0 &&
      document.operations.every(({ operationId }) => stubs.has(operationId)),
  };
}

function tally(items: ItemReport[]): Tally {
  return { seen: items.filter(({ count }) => count > 0).length, total: items.length };
}

function talliesOf(items: ItemReport[]): Record<Group, Tally> {
  return Object.fromEntries(
    groups.map((group) => [group, tally(items.filter((item) => item.group === group))]),
  ) as Record<Group, Tally>;
}

/** Whole percent, rounded down, so that 100 means all. */
export function percent({ seen, total }: Tally): number {
  return total === 0 ? 100 : Math.floor((seen / total) * 100);
}
