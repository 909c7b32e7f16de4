import { isInherited } from "../document/own.ts";

/** The part of a request from which headers are read. */
export type HeaderSource = {
  /** Alternating names and values. */
  rawHeaders?: string[];
} & (
  | {
      /** A header's value; repeated headers are joined with commas. */
      get(header: string): string | undefined;
      headers?: never;
    }
  | {
      /** By lower-case name. */
      headers: Record<string, string | string[] | undefined>;
    }
);

/**
 * A request's header. Works around Node's plain object, which inherits `constructor` and can't hold
 * `__proto__`.
 */
export function headerOf(req: HeaderSource, name: string): string | undefined {
  const { rawHeaders } = req;
  if (rawHeaders === undefined || !isInherited(name.toLowerCase())) return valueIn(req, name);
  const values = rawHeaders.filter(
    (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name.toLowerCase(),
  );
  return values.length > 0 ? values.join(", ") : undefined;
}

function valueIn(req: HeaderSource, name: string): string | undefined {
  if (req.headers === undefined) return req.get(name);
  const value = req.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(", ") : value;
}
