import type { ApiDocument } from "@counterpart/server/document";
import { UsageError } from "@counterpart/testing/errors";
import { documentedPrefix, documentTarget } from "@counterpart/testing/exchanges";
import type { Judge } from "@counterpart/testing/judge";
import { createObserver, type Observed } from "@counterpart/testing/proxy";
import { type HarEntry, readHar, recordedExchange } from "./read-har.ts";

interface Parts {
  document: ApiDocument;
  judge: Judge;
  /** The server's address in the recording. */
  to: string;
  onExchange: (observed: Observed) => void;
}

/**
 * Checks the exchanges of a recording, in the order in which they ended.
 * @returns sentences about entries that were skipped
 * @throws UsageError for a file that isn't HAR, or has no request to the server
 */
export async function checkRecording(
  file: string,
  { document, judge, to, onExchange }: Parts,
): Promise<string[]> {
  const entries = await readHar(file);
  const targetOf = targetReader(to);
  const own = entries.flatMap((entry) => {
    const target = targetOf(entry.request.url);
    return target === undefined ? [] : [{ entry, target }];
  });
  if (own.length === 0) throw new UsageError(`${file} has no request to ${to}. ${otherOrigins(entries)}`);
  const answered = own.filter(({ entry }) => isAnswered(entry));
  const observer = createObserver({
    document,
    judge,
    uncheckedBody: "The body isn't checked: the recording doesn't contain it.",
    onExchange,
  });
  const prefix = documentedPrefix(document, to);
  const exchanges = answered.map(({ entry, target }) =>
    recordedExchange(entry, documentTarget(prefix, target)),
  );
  for (const exchange of exchanges.sort((one, other) => endOf(one) - endOf(other)))
    observer.exchange(exchange);
  return [
    ...skipped(entries.length - own.length, "to other addresses"),
    ...skipped(own.length - answered.length, "that the server didn't answer"),
  ];
}

/** Reads the target of a URL as it was sent to the server; undefined for other servers and paths. */
function targetReader(to: string): (url: string) => string | undefined {
  const { origin, pathname } = new URL(to);
  const base = pathname.replace(/\/$/, "");
  return (url) => {
    if (new URL(url).origin !== origin) return undefined;
    const sent = url.replace(/^https?:\/\/[^/?#]*/i, "").replace(/#.*/s, "");
    const target = sent.startsWith("/") ? sent : `/${sent}`;
    if (target.startsWith(`${base}/`)) return target.slice(base.length);
    return target === base || target.startsWith(`${base}?`) ? `/${target.slice(base.length)}` : undefined;
  };
}

/** A failed request has no status, a WebSocket has 101, and a cached response is an old one. */
function isAnswered({ response: { status }, _fromCache }: HarEntry): boolean {
  return status >= 200 && (_fromCache === undefined || _fromCache === null);
}

function endOf({ startedAt, durationMs }: { startedAt: Date; durationMs: number }): number {
  return startedAt.getTime() + durationMs;
}

function skipped(count: number, which: string): string[] {
  if (count === 0) return [];
  return [count === 1 ? `1 request ${which} was skipped.` : `${count} requests ${which} were skipped.`];
}

function otherOrigins(entries: HarEntry[]): string {
  const origins = [...new Set(entries.map(({ request }) => new URL(request.url).origin))].slice(0, 5);
  return origins.length === 0 ? "It is empty." : `It has requests to ${origins.join(", ")}.`;
}
