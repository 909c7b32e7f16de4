import type { IncomingHttpHeaders } from "node:http";
import type { ApiDocument } from "../../document/document.ts";
import { queryPairs } from "../../request/query-string.ts";

/** What a call takes over from the request that brought it. */
export interface Credentials {
  headers: Record<string, string>;
  /** `name=value`, as sent. */
  query: string[];
  /** `name=value`, as sent. */
  cookies: string[];
}

/** Decide which caller a request counts for, and where links in its response lead. */
const context = [
  "forwarded",
  "host",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "traceparent",
  "tracestate",
];

/** A client's certificate as a proxy passes it on (RFC 9440, and Envoy's header), where the document asks for one. */
const certificates = ["client-cert", "client-cert-chain", "x-forwarded-client-cert"];

/** The credentials of a request to `/mcp`, and what proxies have noted about it. Nothing else is passed on. */
export function credentialsOf(
  { securitySchemes }: ApiDocument,
  { headers, url = "" }: { headers: IncomingHttpHeaders; url?: string | undefined },
): Credentials {
  const keys = Object.values(securitySchemes).flatMap((scheme) => (scheme.type === "apiKey" ? [scheme] : []));
  const namesIn = (place: string) => keys.flatMap((key) => (key.in === place ? [key.name] : []));
  const isCertified = Object.values(securitySchemes).some(({ type }) => type === "mutualTLS");
  const passed = [
    ...context,
    ...(isCertified ? certificates : []),
    "authorization",
    ...namesIn("header").map((name) => name.toLowerCase()),
  ];
  const [inQuery, inCookies] = [namesIn("query"), namesIn("cookie")];
  const cookies = (headers.cookie ?? "").split(/; */);
  return {
    headers: Object.fromEntries(
      passed.flatMap((name) => {
        const value = headers[name];
        return value === undefined ? [] : [[name, [value].flat().join(", ")]];
      }),
    ),
    query: queryPairs(url)
      .flatMap((pair) => (inQuery.includes(pair[0]) ? [pair] : []))
      .map(([name, raw]) => `${encodeURIComponent(name)}=${raw}`),
    cookies: cookies.filter((pair) => inCookies.includes(pair.split("=")[0] ?? "")),
  };
}
