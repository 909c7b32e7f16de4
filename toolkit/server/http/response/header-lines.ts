import { headerText, partsOf } from "@counterpart/client/messages";
import type { Header, Response } from "../../document/document.ts";

/**
 * Serialises a response header, in style `simple` or as JSON. `Set-Cookie` gets a line per list item, pair of
 * an exploded object, or line of text. Undefined if nothing is sent: null or an empty list.
 * @param header as documented; text is sent unchanged unless the header is JSON
 */
export function headerLines(
  name: string,
  value: unknown,
  { explode = false, isJson = false }: Partial<Header> = {},
): string | string[] | undefined {
  if (name.toLowerCase() !== "set-cookie" || isJson) return headerText(value, { explode, json: isJson });
  const parts = partsOf(value);
  if (parts?.list) return parts.list;
  if (parts?.pairs && explode) return parts.pairs.map((pair) => pair.join("="));
  const text = headerText(value);
  return text?.includes("\n") ? text.split("\n") : text;
}

/** Serialises the headers of a documented response. */
export function headersAsSent(
  documented: Pick<Response, "headers"> | undefined,
  values: Record<string, unknown>,
): Record<string, string | string[]> {
  const byName = new Map(
    Object.entries(documented?.headers ?? {}).map(([name, header]) => [name.toLowerCase(), header]),
  );
  const sent: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(values)) {
    const lines = headerLines(name, value, byName.get(name.toLowerCase()));
    if (lines !== undefined) sent[name] = lines;
  }
  return sent;
}
