import helmet from "helmet";
import type { ApiDocument } from "../../document/document.ts";

/** Headers identical on every response: security headers, and those with a `const` in the document. */
export function headersOfEveryResponse({
  constantHeaders,
}: Pick<ApiDocument, "constantHeaders">): Record<string, string> {
  const headers = headersForJson();
  for (const [name, value] of Object.entries(constantHeaders)) {
    // Names are case-insensitive (RFC 9110, 5.1).
    for (const same of Object.keys(headers).filter((one) => one.toLowerCase() === name.toLowerCase()))
      delete headers[same];
    headers[name] = value;
  }
  return headers;
}

/**
 * Helmet's headers that matter for JSON (OWASP REST Security Cheat Sheet): no executing, framing, sniffing or
 * caching. HTML pages get all of helmet's headers, in `createPageFinder`.
 */
function headersForJson(): Record<string, string> {
  return { ...headersOf(helmet(forJson)), "Cache-Control": "no-store" };
}

const forJson: Parameters<typeof helmet>[0] = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};

/** Helmet's headers, computed once since they never change. */
function headersOf(middleware: ReturnType<typeof helmet>): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
    removeHeader: () => {},
  };
  middleware({} as never, response as never, () => {});
  return headers;
}
