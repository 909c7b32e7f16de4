import type { Observed, ProxyFinding } from "@counterpart/testing/proxy";

/** All findings of one kind. */
export interface FindingKind {
  /** The first one. */
  finding: ProxyFinding;
  count: number;
  /** A shell command that sends the first request again. */
  sample: string;
}

/** Bounds the memory for a server where every answer is another kind. */
const maxKinds = 1000;

/**
 * Collects the kinds of findings of a run.
 * @param onKind called for the first finding of each kind
 */
export function createFindingList(
  sampleOf: (request: Observed["exchange"]["request"]) => string,
  onKind: (kind: FindingKind) => void,
) {
  const kinds = new Map<string, FindingKind>();
  let exchanges = 0;
  let others = 0;
  return {
    /** Counts the findings of an exchange. */
    add({ exchange, findings }: Observed) {
      exchanges++;
      for (const finding of findings) {
        // A hint may become a finding once more is known.
        const key = `${finding.severity} ${finding.kind}`;
        const known = kinds.get(key);
        if (known) known.count++;
        else if (kinds.size === maxKinds) others++;
        else {
          const kind = { finding, count: 1, sample: sampleOf(exchange.request) };
          kinds.set(key, kind);
          onKind(kind);
        }
      }
    },
    exchanges: () => exchanges,
    kinds: () => [...kinds.values()],
    /** Findings of further kinds, once there are too many kinds. */
    others: () => others,
  };
}
