import type { RequestHandler } from "express";
import type { ApiDocument } from "../document/document.ts";
import { inOrder } from "../http/in-order.ts";
import { answerRefusals } from "../mock/answer-refusals.ts";
import { answerWithExample } from "../mock/answer-with-example.ts";
import { readPreferences } from "../mock/preferences.ts";
import { createPrism } from "../mock/prism.ts";

/**
 * Answers in place of a handler that isn't written yet, with the document's examples and `X-Mock: true`. The server has
 * authenticated and validated the request by then, so what is left of the mock is its last step, and `Prefer`.
 */
export function answerStubs(document: ApiDocument): RequestHandler {
  const prism = createPrism(document);
  const answer = inOrder(readPreferences(), answerWithExample(prism));
  const refuse = answerRefusals(document);
  return (req, res, next) => {
    res.setHeader("X-Mock", "true");
    answer(req, res, (error?: unknown) => refuse(error, req, res, next));
  };
}
