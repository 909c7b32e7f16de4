/**
 * Where a following page is: its URL, or the values of parameters by place and name. JSON, so that it can be stored.
 */
export type NextPage =
  | { url: string; parameters?: undefined }
  | { parameters: Record<string, Record<string, unknown>>; url?: undefined };

/**
 * The URL of the next page, from the header `Link: <…>; rel="next"` (RFC 8288); undefined on the last page.
 * @param url of the page; the link may be relative to it
 * @throws if the next page has another origin, which must not get the credentials
 */
export function nextPage(headers: Headers, url: string): URL | undefined {
  const target = nextLink(headers.get("Link") ?? "");
  return target === undefined ? undefined : pageAt(target, url);
}

/**
 * The URL of another page, which may be relative to this one.
 * @throws if it has another origin
 */
export function pageAt(target: string, url: string): URL {
  const next = new URL(target, url);
  if (next.origin === new URL(url).origin) return next;
  throw new Error(`The next page has another origin, ${next.origin}. Credentials aren't sent there.`);
}

/** `<target>`, and its parameters: tokens or quoted strings, which may contain commas and semicolons. */
const link = /<([^>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)/g;
const parameter = /;\s*([^\s=;,]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*))/g;

/** The target of a header's link with the relation `next`. */
export function nextLink(header: string): string | undefined {
  for (const [, target = "", text = ""] of header.matchAll(link)) {
    const parameters = [...text.matchAll(parameter)].map(([, name = "", quoted, token = ""]) => ({
      name: name.toLowerCase(),
      value: quoted ?? token,
    }));
    // The first of several parameters with this name counts. A link with an anchor isn't about this page.
    const relations =
      parameters
        .find(({ name }) => name === "rel")
        ?.value.toLowerCase()
        .split(/\s+/) ?? [];
    if (relations.includes("next") && !parameters.some(({ name }) => name === "anchor")) return target;
  }
  return undefined;
}
