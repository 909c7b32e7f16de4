import type { ApiDocument, DocumentOperation } from "@counterpart/server/document";
import { getOrMake } from "@counterpart/server/values";
import type { Exchange } from "../checks/exchange.ts";
import { answerItems, seenInAnswer } from "./answer-items.ts";
import type { ContractItem } from "./contract-item.ts";
import { type RequestRule, requestRules, type SentRequest, sentRequest } from "./requests/request-rules.ts";
import type { Reading } from "./schema-rules.ts";

/** The items that one exchange covers. */
export interface Sighting {
  /** Operations of different documents may have the same id. */
  document: ApiDocument;
  /** Ids of items. */
  seen: string[];
  /** Ids of rules that the request violated although the server accepted it. */
  acceptedViolations: string[];
}

/** All items of the document's responses and requests. */
export function contractItems(document: ApiDocument): ContractItem[] {
  return [
    ...answerItems(document),
    ...document.operations.flatMap((operation) => keywordItems(document, operation)),
  ];
}

function keywordItems(document: ApiDocument, operation: DocumentOperation): ContractItem[] {
  const owner = operation.operationId;
  const items = requestRules(document, operation).flatMap(
    ({ place, keyword, ways, canBeViolated }): ContractItem[] => {
      const sides = [
        ...ways.map((way) => ({ way, side: "satisfied" }) as const),
        ...(canBeViolated ? [{ way: "", side: "violated" } as const] : []),
      ];
      return sides.map(({ way, side }) => ({
        id: ruleId(owner, { place, keyword, way, side }),
        owner,
        group: "keywords",
        rule: { place, keyword, way, side },
      }));
    },
  );
  // Two parts of an `allOf` may contain the same rule.
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

function ruleId(owner: string, { place, keyword, way, side }: NonNullable<ContractItem["rule"]>): string {
  return [owner, place, keyword, ...(way === "" ? [] : [way]), side].join(" ");
}

/**
 * Finds the items that exchanges cover. Responses are assumed to be valid. A rule counts as satisfied in an accepted
 * request, and as violated in a refused one if nothing else was wrong with it.
 */
export function contractObserver(document: ApiDocument): (exchange: Exchange) => Sighting {
  const rules = new Map<DocumentOperation, RequestRule[]>();
  const rulesOf = (operation: DocumentOperation) =>
    getOrMake(rules, operation, () => requestRules(document, operation));

  return (exchange) => {
    const { operation, method, status } = exchange;
    const seen = seenInAnswer(document, exchange);
    if (!operation || method === "HEAD") return { document, seen, acceptedViolations: [] };
    const request = sentRequest(document, operation, exchange);
    const read = () => readings(rulesOf(operation), request);
    const owner = operation.operationId;
    const idOf = ({ rule, way, side }: RuleReading) => ruleId(owner, { ...rule, way, side });
    if (status < 400) {
      const all = read();
      const satisfied = all.filter(({ side }) => side === "satisfied");
      const faults = all.filter(({ rule, side }) => side === "violated" && !rule.isAlternative);
      return { document, seen: [...seen, ...satisfied.map(idOf)], acceptedViolations: faults.map(idOf) };
    }
    if (![400, 415, 422].includes(status) || request.hasUnknownQuery)
      return { document, seen, acceptedViolations: [] };
    return { document, seen: [...seen, ...violationsAtOnePlace(read()).map(idOf)], acceptedViolations: [] };
  };
}

type RuleReading = Reading & { rule: RequestRule };

function readings(rules: RequestRule[], request: SentRequest): RuleReading[] {
  return rules.flatMap((rule) => rule.read(request).map((reading) => ({ ...reading, rule })));
}

/** The violated rules, if they are all at one place. */
function violationsAtOnePlace(all: RuleReading[]): RuleReading[] {
  const violated = all.filter(({ side }) => side === "violated");
  const [place, ...others] = new Set(violated.filter(({ rule }) => !rule.isAlternative).map(({ at }) => at));
  if (place === undefined || others.length > 0) return [];
  // A choice is violated as a whole; its branches' rules are violated at the same place or within it.
  return violated.filter(({ rule, at }) => (rule.isAlternative ? at.startsWith(place) : at === place));
}
