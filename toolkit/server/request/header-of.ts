import { isInherited } from "../document/own.ts";

/** The part of a request from which headers are read. */
export interface HeaderSource {
  /** A header's value; repeated headers are joined with commas. */
  get(header: string): string | undefined;
  /** Alternating names and values. */
  rawHeaders?: string[];
}

/**
 * A request's header. Works around Node's plain object, which inherits `constructor` and can't hold
 * `__proto__`.
 */
export function headerOf(req: HeaderSource, name: string): string | undefined {
  const { rawHeaders } = req;
  if (rawHeaders === undefined || !isInherited(name.toLowerCase())) return req.get(name);
  const values = rawHeaders.filter(
    (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name.toLowerCase(),
  );
  return values.length > 0 ? values.join(", ") : undefined;
}
