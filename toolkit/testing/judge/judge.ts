import type { ApiDocument } from "@counterpart/server/document";
import type { Exchange, ObservedRequest, SentRequest } from "./exchange.ts";
import { createMemory } from "./history/memory.ts";
import { createReading, type Fault, observe, observeRequest } from "./observe.ts";
import { describeRequestFault } from "./request/invalid-request.ts";
import { type RuleName, ruleNames, rules, statefulRules } from "./rules.ts";
import { findingAt, type TrafficFinding } from "./traffic-finding.ts";

export interface JudgeOptions {
  /** Names of rules that aren't applied. */
  off?: readonly string[];
  /** How many facts about earlier exchanges are kept, the least recently used forgotten first. Default: 10,000. */
  maxRemembered?: number;
}

/** Judges exchanges by the document alone. */
export interface Judge {
  /** What is wrong with a request by itself, before it is forwarded. */
  request(request: SentRequest): TrafficFinding[];
  /**
   * Everything that is wrong with an exchange. A fault of the request counts only if it was answered 2xx.
   * @param begun what `begin` returned for the request
   */
  exchange(exchange: Exchange, begun?: number): TrafficFinding[];
}

/**
 * A judge that also follows requests at the same time. Without `begin`, the rules over several exchanges rely on
 * their times, and don't know what is on its way.
 */
export interface LiveJudge extends Judge {
  /** Notes that a request is sent, and returns its number. */
  begin(request: Omit<SentRequest, "body">): number;
  /** Notes that a begun request got no response. The server may have carried it out. */
  lost(begun: number): void;
}

/** @throws for an unknown name of a rule */
export function createJudge(
  document: ApiDocument,
  { off = [], maxRemembered = 10_000 }: JudgeOptions = {},
): LiveJudge {
  const unknown = off.filter((name) => !ruleNames.some((one) => one === name));
  if (unknown.length > 0) {
    throw new Error(`There is no rule ${unknown.join(", ")}. The rules are ${ruleNames.join(", ")}.`);
  }
  const reading = createReading(document);
  const memory = createMemory(maxRemembered);
  const applied = ruleNames.filter((name) => !off.includes(name));
  return {
    request(request) {
      const observed = observeRequest(reading, request);
      const { operation } = observed;
      if (!operation || off.includes("invalid-request")) return [];
      return reading
        .requestFaults(observed, operation)
        .map((fault) => finding(observed, "invalid-request", describeRequestFault(fault)));
    },
    exchange(exchange, begun) {
      const observed = observe(reading, exchange, memory.end(exchange, begun));
      const isMocked = observed.responseHeaders.get("x-mock") === "true";
      const findings: TrafficFinding[] = [];
      for (const name of applied) {
        if (isMocked && needsState(name)) continue;
        for (const fault of rules[name].find(observed, memory)) findings.push(finding(observed, name, fault));
      }
      if (!isMocked) memory.noteWrite(observed);
      return findings;
    },
    begin: (request) => memory.begin(observeRequest(reading, { ...request, body: undefined })),
    lost: memory.lost,
  };
}

function needsState(name: RuleName): boolean {
  return statefulRules.includes(name);
}

function finding(
  observed: ObservedRequest & { status?: number },
  rule: RuleName,
  { severity = rules[rule].severity, message, place: part }: Fault,
): TrafficFinding {
  return findingAt({ ...observed, part }, { severity, rule, message });
}
