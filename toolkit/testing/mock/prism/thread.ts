import { parentPort } from "node:worker_threads";
import { ProblemJsonError } from "@stoplight/prism-http/dist/types.js";
import type { Outcome, Preferences, PrismAnswer, Question } from "./messages.ts";
import { answer, type PrismOperation, prepareOperation, readPreferences } from "./prism-core.ts";

// Silences Prism's sampler, which warns about each schema that it can't merge. Replies are checked later.
console.warn = () => {};

const prepared = new Map<string, Promise<PrismOperation>>();

async function valueFor(question: Question): Promise<PrismAnswer | Preferences> {
  if (question.kind === "preferences") return readPreferences(question.source);
  const { key, raw, request, forget } = question;
  if (forget !== undefined) prepared.delete(forget);
  if (raw) prepared.set(key, prepareOperation(raw));
  const operation = await prepared.get(key);
  if (!operation) throw new Error("Nothing is prepared for this reply.");
  return answer(operation, request);
}

async function outcomeOf(question: Question): Promise<Outcome> {
  const { id } = question;
  try {
    return { id, kind: "done", value: await valueFor(question) };
  } catch (error) {
    if (!(error instanceof ProblemJsonError)) return { id, kind: "failed", message: String(error) };
    const { name, message, status, detail } = error;
    return { id, kind: "problem", problem: { name, message, status, detail } };
  }
}

parentPort?.on("message", async (question: Question) => {
  parentPort?.postMessage(await outcomeOf(question));
});
