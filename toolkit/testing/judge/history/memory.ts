import { createHash } from "node:crypto";
import type { Exchange, ObservedRequest } from "../exchange.ts";
import type { Observed } from "../observe.ts";
import { isBefore, mayChange, type Resource, type Span, type Write } from "./may-change.ts";

/** Something that an exchange showed. */
interface Fact<Value> {
  span: Span;
  value: Value;
}

/** Writes in the order in which they ended. Older ones make a conclusion impossible. */
const maxWrites = 256;

export type Memory = ReturnType<typeof createMemory>;

/**
 * What the rules over several exchanges know.
 * @param maxRemembered the number of facts; the least recently used are forgotten
 */
export function createMemory(maxRemembered: number) {
  const facts = createRecentFacts<Fact<unknown>>(maxRemembered);
  const inFlight = new Map<number, ObservedRequest>();
  const writes: Write[] = [];
  let forgotten: Span | undefined;
  let tick = 0;

  const addWrite = (write: Write): void => {
    writes.push(write);
    if (writes.length > maxWrites) forgotten = writes.shift()?.span;
  };
  return {
    /** Notes that a request was sent, and returns its number. */
    begin(observed: ObservedRequest) {
      inFlight.set(++tick, observed);
      return tick;
    },
    /** Notes that a request got no response. The server may have carried it out. */
    lost(begun: number): void {
      const observed = inFlight.get(begun);
      inFlight.delete(begun);
      if (!observed || isSafe(observed.method)) return;
      const { pathname, operation, method } = observed;
      const span = { begun, ended: ++tick, startMs: 0, endMs: Date.now() };
      addWrite({ span, pathname, operation, method, status: undefined, text: undefined });
    },
    /** Notes that an exchange ended. */
    end({ startedAt, durationMs }: Exchange, begun: number | undefined): Span {
      if (begun !== undefined) inFlight.delete(begun);
      const startMs = startedAt.getTime();
      return { ...(begun !== undefined && { begun }), ended: ++tick, startMs, endMs: startMs + durationMs };
    },
    /** Notes what an exchange may have changed. */
    noteWrite(observed: Observed): void {
      const { method, status, pathname, operation, span } = observed;
      // A refusal changes nothing.
      if (isSafe(method) || (status >= 400 && status < 500)) return;
      addWrite({ method, status, pathname, operation, span, text: textOf(observed) });
    },
    recall: <Value>(key: string) => facts.get(short(key)) as Fact<Value> | undefined,
    remember: (key: string, fact: Fact<unknown>): void => void facts.set(short(key), fact),
    forget: (key: string): void => void facts.delete(short(key)),
    /** Whether one exchange ended before the other began, and nothing that may change the resource ran between. */
    isUndisturbed(earlier: Span, later: Span, resource: Resource): boolean {
      if (!isBefore(earlier, later) || (forgotten && !isBefore(forgotten, earlier))) return false;
      const isBetween = ({ span }: Write): boolean =>
        span !== earlier && span !== later && !isBefore(span, earlier) && !isBefore(later, span);
      if (writes.some((write) => isBetween(write) && mayChange(write, resource))) return false;
      return [...inFlight.values()].every((sent) => {
        return isSafe(sent.method) || !mayChange({ ...sent, status: undefined, text: undefined }, resource);
      });
    },
  };
}

/** In bytes. */
const maxTextLength = 4096;

/** What was sent and answered; undefined if it is large or wasn't kept. */
function textOf({ request, content }: Observed): string | undefined {
  const bodies = [request.body, content?.bytes];
  if (bodies.some((body) => !body || body.length > maxTextLength)) return undefined;
  return bodies.join("");
}

/** A key has a URL, which may be long. */
function short(key: string): string {
  return key.length <= 200 ? key : createHash("sha1").update(key).digest("base64");
}

const safeMethods = new Set(["GET", "HEAD", "OPTIONS", "QUERY", "TRACE"]);

export function isSafe(method: string): boolean {
  return safeMethods.has(method);
}

/**
 * A map of bounded size that forgets what hasn't been used recently. It has two generations: once the younger one is
 * full, the older one is forgotten with everything that wasn't used since. Deleting the oldest entry of a single map
 * takes longer the more entries were deleted before.
 */
export function createRecentFacts<Value>(max: number) {
  const half = Math.max(1, Math.floor(max / 2));
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  const set = (key: string, value: Value): void => {
    if (young.size >= half && !young.has(key)) {
      old = young;
      young = new Map();
    }
    old.delete(key);
    young.set(key, value);
  };
  return {
    set,
    get(key: string) {
      const found = young.get(key);
      if (found !== undefined) return found;
      const older = old.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    delete(key: string) {
      young.delete(key);
      old.delete(key);
    },
  };
}
