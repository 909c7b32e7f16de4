import { getHttpConfigFromRequest } from "@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js";
import type { Response } from "express";
import type { Step } from "../http/composition/step.ts";

/** What the caller wants to be answered: `Prefer: code=409, example=CART_EMPTY`, or the same in the query. */
export interface Preferences {
  code?: number | undefined;
  exampleKey?: string | undefined;
  dynamic?: boolean | undefined;
  seed?: string | undefined;
}

/** Prism's own parameters, `?__code=409&__example=CART_EMPTY`. */
const parameters = ["__code", "__example", "__dynamic", "__seed", "__server"];

/** Reads the preferences as Prism does, and takes its parameters away: the document doesn't know them. */
export const readPreferences: Step = (req, res) => {
  const at = req.url.indexOf("?");
  const search = new URLSearchParams(at < 0 ? "" : req.url.slice(at));
  const query = Object.fromEntries(parameters.flatMap((name) => entry(search, name)));
  if (Object.keys(query).length > 0) {
    for (const name of parameters) search.delete(name);
    const rest = search.size > 0 ? `?${search}` : "";
    req.url = req.originalUrl = req.url.slice(0, at) + rest;
  }
  const prefer = req.get("prefer");
  res.locals.preferences = getHttpConfigFromRequest({
    url: { path: req.path, query },
    ...(prefer !== undefined && { headers: { prefer } }),
  });
};

function entry(search: URLSearchParams, name: string): [string, string][] {
  const value = search.get(name);
  return value === null ? [] : [[name, value]];
}

/** Throws Prism's error when the preferences can't be read (`code=abc`). */
export function preferencesOf(res: Response): Preferences {
  const read: ReturnType<typeof getHttpConfigFromRequest> = res.locals.preferences;
  if (read._tag === "Left") throw read.left;
  return read.right;
}
