import type { ApiDocument, DocumentOperation } from "../../../server/http/document.ts";
import type { Exchange } from "../../helpers/checking-fetch.ts";
import { answerItems, seenInAnswer } from "./answer-items.ts";
import type { ContractItem } from "./contract-item.ts";
import { type RequestRule, requestRules } from "./request-rules.ts";
import { type SentRequest, sentRequest } from "./request-values.ts";
import type { Reading } from "./schema-rules.ts";

/** What one exchange shows. */
export interface Sighting {
  /** Ids of items. */
  seen: string[];
  /** Rules that the request broke and the server let pass. */
  wronglyAccepted: string[];
}

/** Everything that the document says of answers and requests. */
export function contractItems(document: ApiDocument): ContractItem[] {
  return [
    ...answerItems(document),
    ...document.operations.flatMap((operation) => keywordItems(document, operation)),
  ];
}

function keywordItems(document: ApiDocument, operation: DocumentOperation): ContractItem[] {
  const owner = operation.operationId;
  const ids = requestRules(document, operation).flatMap(({ name, ways, isBreakable }) => [
    ...ways.map((way) => keptId(owner, name, way)),
    ...(isBreakable ? [brokenId(owner, name)] : []),
  ]);
  return [...new Set(ids)].map((id) => ({ id, owner, group: "keywords" }));
}

function keptId(owner: string, name: string, way: string): string {
  return `${owner} ${name} ${way === "" ? "" : `${way} `}kept`;
}

function brokenId(owner: string, name: string): string {
  return `${owner} ${name} broken`;
}

/**
 * Looks at exchanges, whose answers are taken to be as documented, and tells which items they show. A rule counts as
 * kept in a request that was accepted; as broken in one that was refused, and only if nothing else was wrong with that
 * request, so that the refusal is for this rule.
 */
export function contractObserver(document: ApiDocument): (exchange: Exchange) => Sighting {
  const rules = new Map<DocumentOperation, RequestRule[]>();
  function rulesOf(operation: DocumentOperation): RequestRule[] {
    const known = rules.get(operation) ?? requestRules(document, operation);
    rules.set(operation, known);
    return known;
  }

  return (exchange) => {
    const { operation, method, status } = exchange;
    const seen = seenInAnswer(document, exchange);
    if (!operation || method === "HEAD") return { seen, wronglyAccepted: [] };
    const request = sentRequest(document, operation, exchange);
    const read = () => readings(rulesOf(operation), request);
    const owner = operation.operationId;
    if (status < 400) {
      const all = read();
      const faults = all.filter(({ rule, side }) => side === "broken" && !rule.isAlternative);
      return {
        seen: [
          ...seen,
          ...all.flatMap(({ rule, side, way }) => (side === "kept" ? [keptId(owner, rule.name, way)] : [])),
        ],
        wronglyAccepted: faults.map(({ rule }) => `${owner} ${rule.name}`),
      };
    }
    if (![400, 415, 422].includes(status) || request.hasUnknownQuery) return { seen, wronglyAccepted: [] };
    return {
      seen: [...seen, ...soleFault(read()).map((rule) => brokenId(owner, rule.name))],
      wronglyAccepted: [],
    };
  };
}

type RuleReading = Reading & { rule: RequestRule };

function readings(rules: RequestRule[], request: SentRequest): RuleReading[] {
  return rules.flatMap((rule) => rule.read(request).map((reading) => ({ ...reading, rule })));
}

/** The rules that are broken at the only place where something is wrong. */
function soleFault(all: RuleReading[]): RequestRule[] {
  const broken = all.filter(({ side }) => side === "broken");
  const [place, ...others] = new Set(broken.filter(({ rule }) => !rule.isAlternative).map(({ at }) => at));
  if (place === undefined || others.length > 0) return [];
  // A choice is broken as a whole; what its branches say is broken at the same place or within it.
  return broken
    .filter(({ rule, at }) => (rule.isAlternative ? at.startsWith(place) : at === place))
    .map(({ rule }) => rule);
}
