import type { ExchangeResponse, Step } from "@counterpart/server/http";
import type { Preferences } from "./prism/messages.ts";
import type { PrismThread } from "./prism/prism-thread.ts";

/** Prism's own parameters, `?__code=409&__example=NAME_TAKEN`. */
const parameters = ["__code", "__example", "__dynamic", "__seed", "__server"];

/** Reads preferences as Prism does, and removes its query parameters, which the document doesn't define. */
export function readPreferences(prism: Pick<PrismThread, "preferences">): Step {
  return (req, res) => {
    const at = req.url.indexOf("?");
    const search = new URLSearchParams(at < 0 ? "" : req.url.slice(at));
    const query = Object.fromEntries(parameters.flatMap((name) => entry(search, name)));
    const prefer = req.headers.prefer?.toString();
    const hasParameters = Object.keys(query).length > 0;
    if (!hasParameters && prefer === undefined) return;
    if (hasParameters) {
      for (const name of parameters) search.delete(name);
      const rest = search.size > 0 ? `?${search}` : "";
      req.url = req.originalUrl = req.url.slice(0, at) + rest;
    }
    return prism.preferences({ query, prefer }).then(
      (value) => {
        res.locals.preferences = value;
      },
      (error: unknown) => {
        res.locals.preferencesError = error;
      },
    );
  };
}

function entry(search: URLSearchParams, name: string): [string, string][] {
  const value = search.get(name);
  return value === null ? [] : [[name, value]];
}

/** Throws Prism's error if the preferences are invalid (`code=abc`). */
export function preferencesOf({ locals }: ExchangeResponse): Preferences {
  if (locals.preferencesError !== undefined) throw locals.preferencesError;
  return (locals.preferences as Preferences | undefined) ?? {};
}
