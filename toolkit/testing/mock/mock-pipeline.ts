import type { ApiDocument } from "@counterpart/server/document";
import {
  bodyLimits,
  createBodyBudget,
  maxBytesAtOnce,
  type Observer,
  type Page,
  type RequestContext,
  type Responder,
} from "@counterpart/server/http";
import { createPipeline } from "@counterpart/server/pipeline";
import { createValidators } from "@counterpart/server/validation";
import { answerRefusals } from "./answer-refusals.ts";
import { answerWithExample } from "./answer-with-example.ts";
import type { MockSites } from "./pages/local-sites.ts";
import { readPreferences } from "./preferences.ts";
import { type PrismThread, sharedPrism } from "./prism/prism-thread.ts";
import { createReplies } from "./replies/replies.ts";

interface MockParts {
  document: ApiDocument;
  basePath: string;
  /** Pages outside the document. */
  pages: Page[];
  /** External sites that the mock replaces by its own page. */
  sites: MockSites;
  /** Called with one line per response. */
  onAnswer?: (line: string) => void;
  /** Default: one per process. */
  prism?: PrismThread;
}

/**
 * Answers a mocked document's requests with the server's own pipeline and Prism's core as its last step. Prism's own
 * server ignores bodies that aren't JSON, answers 415 as 422 and doesn't support `Allow`.
 */
export function createMockPipeline({
  document,
  basePath,
  pages,
  sites,
  onAnswer,
  prism = sharedPrism,
}: MockParts): Responder {
  const validators = createValidators(document);
  const replies = createReplies(document, { validators, thread: prism });
  const limits = bodyLimits({});
  return createPipeline({
    document,
    validators,
    authenticators: anyCredential(document),
    limiter: neverUsedUp,
    limits: document.rateLimits,
    observers: onAnswer ? [requestLines(onAnswer)] : [],
    basePath,
    bodyLimits: limits,
    bodyBudget: createBodyBudget(maxBytesAtOnce([limits])),
    cors: { origins: () => true, credentials: true },
    beforeRoute: [readPreferences(prism)],
    pages,
    answer: (operation) => answerWithExample(replies, operation, sites),
    answerError: answerRefusals(document, validators),
  });
}

/** Accepts any credential, but requires one. */
function anyCredential({ securitySchemes }: ApiDocument) {
  const accept = () => ({ caller: undefined, bucket: "mock" });
  return Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, accept]));
}

/** Reports the document's limits as if each request were the first, so that test runs never reach them. */
const neverUsedUp = {
  count: (_bucket: string, { windowSeconds }: { windowSeconds: number }) => ({
    used: 1,
    resetMs: windowSeconds * 1000,
  }),
};

/** Writes one line per response, with the reason for refusals. */
function requestLines(print: (line: string) => void): Observer {
  /** The original URLs, from which the mock removes its own parameters. */
  const urls = new WeakMap<RequestContext, string>();
  return {
    begin: (context, { url }) => void urls.set(context, url),
    end(context, res) {
      if (!res.writableFinished) return;
      const reason = res.locals.reason === undefined ? "" : ` ${res.locals.reason}`;
      print(`${context.method} ${urls.get(context)} → ${res.statusCode}${reason}`);
    },
  };
}
