import { isInherited } from "../document/own.ts";

/** The part of a request that headers are read from. */
export interface HeaderSource {
  /** A header's value; repeated headers are joined by commas. */
  get(header: string): string | undefined;
  /** Names and values in turn. */
  rawHeaders?: string[];
}

/** A header of a request. Node's headers are a plain object, which inherits `constructor` and can't have `__proto__`. */
export function headerOf(req: HeaderSource, name: string): string | undefined {
  const { rawHeaders } = req;
  if (rawHeaders === undefined || !isInherited(name.toLowerCase())) return req.get(name);
  const values = rawHeaders.filter(
    (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name.toLowerCase(),
  );
  return values.length > 0 ? values.join(", ") : undefined;
}
