import type { ApiDocument } from "@counterpart/server/document/document";
import { createBodyBudget } from "@counterpart/server/http/body/body-budget";
import { bodyLimits, maxBytesAtOnce } from "@counterpart/server/http/body/body-limits";
import type { Answer } from "@counterpart/server/http/express-app";
import type { Page } from "@counterpart/server/http/pages";
import { createPipeline } from "@counterpart/server/http/pipeline";
import { createValidators } from "@counterpart/server/validation/operation-validator";
import { answerRefusals } from "./answer-refusals.ts";
import { answerWithExample } from "./answer-with-example.ts";
import type { MockSites } from "./pages/local-sites.ts";
import { readPreferences } from "./preferences.ts";
import { type PrismThread, sharedPrism } from "./prism/prism-thread.ts";
import { createReplies } from "./replies/replies.ts";
import { requestLines } from "./request-lines.ts";

interface MockParts {
  document: ApiDocument;
  basePath: string;
  /** Answers outside the document. */
  pages: Page[];
  /** Sites that answers lead to, in whose place the mock has a page. */
  sites: MockSites;
  /** Is told one line for each answer. */
  onAnswer?: (line: string) => void;
  /** One of the whole process unless given. */
  prism?: PrismThread;
}

/**
 * What answers the requests of a mocked document.
 *
 * Prism's own server leaves a body unanswered that isn't JSON, answers 415 as 422, and knows no `Allow`. So only its
 * core is embedded, to choose, sample and invent what is answered, at the end of the server's own pipeline: the two
 * can't disagree about what is a valid request. This takes less than a proxy in front of Prism, and no second process or
 * port.
 */
export function createMockPipeline({
  document,
  basePath,
  pages,
  sites,
  onAnswer,
  prism = sharedPrism,
}: MockParts): Answer {
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

/** A credential must be there, and it may be any. */
function anyCredential({ securitySchemes }: ApiDocument) {
  const accept = () => ({ caller: undefined, bucket: "mock" });
  return Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, accept]));
}

/** Shows the document's limits, and always the first request of a window: a test run must not meet them. */
const neverUsedUp = {
  count: (_bucket: string, { windowSeconds }: { windowSeconds: number }) => ({
    used: 1,
    resetMs: windowSeconds * 1000,
  }),
};
