import type { RequestContext } from "@counterpart/server/http/context";
import type { Observer } from "@counterpart/server/http/observer";

/** Tells every answer in one line, and of a refusal the reason. */
export function requestLines(tell: (line: string) => void): Observer {
  /** As they were sent: the mock takes its own parameters away. */
  const urls = new WeakMap<RequestContext, string>();
  return {
    begin: (context, { url }) => void urls.set(context, url),
    end(context, res) {
      if (!res.writableFinished) return;
      const reason = res.locals.reason === undefined ? "" : ` ${res.locals.reason}`;
      tell(`${context.method} ${urls.get(context)} → ${res.statusCode}${reason}`);
    },
  };
}
