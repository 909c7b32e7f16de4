import helmet from "helmet";
import type { Step } from "../composition/step.ts";

/**
 * Helmet's headers that mean something for JSON (OWASP REST Security Cheat Sheet): responses must not be executed,
 * framed, sniffed or cached. HTML pages get all of helmet's headers, in `createPageFinder`.
 */
export function securityHeaders(): Step {
  const pairs = Object.entries(headersForJson());
  return (_req, res) => {
    for (const [name, value] of pairs) res.setHeader(name, value);
  };
}

/** The same, for responses that are sent outside the pipeline. */
export function headersForJson(): Record<string, string> {
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

/** Helmet's headers: they are the same on every response, so they are computed once. */
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
