import type { ApiDocument, DocumentOperation } from "@counterpart/server/document";
import { pathReader } from "../judge/document/find-operation.ts";
import type { Exchange, SentRequest } from "../judge/exchange.ts";
import { targetParts } from "../judge/exchange.ts";
import type { Judge } from "../judge/judge.ts";
import { findingAt, type TrafficFinding } from "../judge/traffic-finding.ts";
import { createItemChecks } from "./item-check.ts";

/** What is wrong with an exchange: a finding of the judge, or of the proxy itself. */
export type ProxyFinding = Omit<TrafficFinding, "rule"> & { rule: string };

/** A request, its response if the upstream server sent one, and what is wrong with them. */
export interface Observed {
  exchange: Omit<Exchange, "response"> & Partial<Pick<Exchange, "response">>;
  /** Undefined if no operation matches. */
  operationId: string | undefined;
  findings: ProxyFinding[];
  /** Whether the exchange was observed before: the findings are those of a part that has passed since. */
  isLater: boolean;
}

interface Parts {
  document: ApiDocument;
  judge: Judge;
  /** A sentence that says why a body isn't checked. */
  uncheckedBody: string;
  onExchange: (observed: Observed) => void;
}

type OwnFinding = Pick<ProxyFinding, "severity" | "rule" | "message"> & { part?: string };

export type Observer = ReturnType<typeof createObserver>;

/** Checks what passes, reports it, and returns what is wrong with it. */
export function createObserver({ document, judge, uncheckedBody, onExchange }: Parts) {
  const read = pathReader(document);
  const itemCheck = createItemChecks(document);

  function operationOf({ method, target, headers }: SentRequest): DocumentOperation | undefined {
    const { pathname, search } = targetParts(target);
    return read(method, pathname, () => ({ search, headers }))?.operation;
  }

  /** A finding of the proxy itself, in the form of the judge's. */
  function finding({ request, response }: Observed["exchange"], { part, ...own }: OwnFinding): ProxyFinding {
    const { method, target } = request;
    const { pathname } = targetParts(target);
    return findingAt(
      { method, pathname, operation: operationOf(request), status: response?.status, part },
      own,
    );
  }

  function report(exchange: Observed["exchange"], findings: ProxyFinding[], isLater = false): ProxyFinding[] {
    onExchange({
      exchange,
      findings,
      isLater,
      // Not every reader needs it, and finding it takes a part of the check.
      get operationId() {
        return operationOf(exchange.request)?.operationId;
      },
    });
    return findings;
  }

  /** A fault of the checks must not end the proxy. */
  function judged(exchange: Observed["exchange"], find: () => ProxyFinding[]): ProxyFinding[] {
    try {
      return find();
    } catch (error) {
      const message = `This couldn't be checked: ${(error as Error).message}`;
      return [finding(exchange, { severity: "warning", rule: "not-checked", message })];
    }
  }

  function uncheckedBodies(exchange: Exchange): ProxyFinding[] {
    const { request, response } = exchange;
    const parts = [
      // A refusal may have been sent before the whole request was read.
      ...(request.body === undefined && response.status < 300 ? ["request body"] : []),
      ...(response.body === undefined && !itemCheck.isStream(response) ? ["body"] : []),
    ];
    return parts.map((part) =>
      finding(exchange, { severity: "warning", rule: "unchecked-body", message: uncheckedBody, part }),
    );
  }

  return {
    /** A request before it is passed on. Only a refused one is reported. */
    request(sent: Observed["exchange"]) {
      const findings = judged(sent, () => judge.request(sent.request));
      if (findings.some(({ severity }) => severity === "error")) report(sent, findings);
      return findings;
    },
    exchange(exchange: Exchange) {
      const found = judged(exchange, () => judge.exchange(exchange));
      return report(exchange, [...found, ...uncheckedBodies(exchange)]);
    },
    /**
     * The response's body ended before it was complete.
     * @param isLater whether the exchange was observed before
     */
    incomplete(exchange: Exchange, isLater?: boolean) {
      const message = "The connection was closed before the response's body was complete.";
      return report(
        exchange,
        [finding(exchange, { severity: "error", rule: "incomplete-response", message })],
        isLater,
      );
    },
    /** The server has switched to another protocol, in which nothing is checked. */
    tunnel(sent: Observed["exchange"], { headers }: { headers: { upgrade?: string | undefined } }) {
      const { upgrade = "another protocol" } = headers;
      const message = `The connection switched to ${upgrade}. What passes through it isn't checked.`;
      const found = judged(sent, () => judge.request(sent.request));
      report(sent, [...found, finding(sent, { severity: "warning", rule: "unchecked-tunnel", message })]);
    },
    /** No response could be passed on. */
    failure: (sent: Observed["exchange"], message: string) =>
      void report(sent, [finding(sent, { severity: "error", rule: "no-answer", message })]),
    /** Checks the items of a response that is a stream of items; undefined for others. */
    items(exchange: Exchange) {
      const { request, response } = exchange;
      if (!itemCheck.isStream(response)) return undefined;
      const later = (found: OwnFinding) => void report(exchange, [finding(exchange, found)], true);
      return itemCheck.start(operationOf(request), request.method, response, later);
    },
  };
}
