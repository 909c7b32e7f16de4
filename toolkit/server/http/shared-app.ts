import type { RequestListener } from "node:http";
import type { Limiter } from "../limiter/limiter.ts";
import { type AppParts, createDocumentPipeline } from "./app.ts";
import { type BodyBudget, createBodyBudget } from "./body/body-budget.ts";
import { bodyLimits, maxBytesAtOnce } from "./body/body-limits.ts";
import { dispatch } from "./dispatch.ts";
import { expressApp } from "./express-app.ts";
import { readBasePath } from "./options/base-path.ts";

export type NamedAppParts = AppParts & { name: string };

/**
 * The app for several documents, each with its own pipeline.
 * @throws when two documents have the same path or page
 */
export function createSharedApp(documents: NamedAppParts[]): RequestListener {
  const budget = createBodyBudget(maxBytesAtOnce(documents.map(bodyLimits)));
  return expressApp(dispatch(documents.map((parts) => served(parts, budget))), documents[0]?.trustProxy);
}

function served(parts: NamedAppParts, budget: BodyBudget) {
  const { name, document, pages, limiter } = parts;
  const basePath = readBasePath(parts.basePath);
  const pipeline = createDocumentPipeline({ ...parts, limiter: separateLimiter(limiter, name) }, budget);
  return { name, document, basePath, pages, pipeline };
}

/** Separates the counts of documents whose scopes have the same name. */
function separateLimiter(limiter: Limiter, name: string): Limiter {
  return { ...limiter, count: (bucket, limit) => limiter.count(`${name}:${bucket}`, limit) };
}
