import type { RequestContext } from "@counterpart/server/http/context";
import type { Observer } from "@counterpart/server/http/observer";

/** Writes one line per response, with the reason for refusals. */
export function requestLines(print: (line: string) => void): Observer {
  /** The original URLs, from which the mock removes its own parameters. */
  const urls = new WeakMap<RequestContext, string>();
  return {
    begin: (context, { url }) => void urls.set(context, url),
    end(context, res) {
      if (!res.writableFinished) return;
      const reason = res.locals.reason === undefined ? "" : ` ${res.locals.reason}`;
      print(`${context.method} ${urls.get(context)} → ${res.statusCode}${reason}`);
    },
  };
}
