import { ForbiddenAddress } from "@counterpart/server/public-address";
import type { Attempt, Delivery } from "../database/queries/events/deliveries.ts";
import { giveUpAfterMs, retryDelayMs } from "../domain/events/delivery-schedule.ts";
import { AttemptTimeout } from "./post.ts";

/** The result of an attempt, from the response's status or the error. */
export function attemptAfter(
  { attempts, giveUpAt }: Pick<Delivery, "attempts" | "giveUpAt">,
  answer: unknown,
  { now, random }: { now: number; random: number },
): Attempt {
  const outcome = outcomeOf(answer);
  if (typeof answer === "number" && answer >= 200 && answer <= 299) return { result: "delivered", outcome };
  if (answer === 410) {
    return {
      result: "abandoned",
      outcome,
      reason: "It responded with 410.",
      unlessAcceptedSince: Number.MAX_SAFE_INTEGER,
    };
  }
  const retryAt = now + retryDelayMs(attempts, random);
  if (retryAt <= giveUpAt) return { result: "failed", outcome, retryAt };
  return {
    result: "abandoned",
    outcome,
    reason: `All deliveries failed for three days. Last result: ${outcome}.`,
    unlessAcceptedSince: now - giveUpAfterMs,
  };
}

/** For the operator: an HTTP status, or a short reason why there is none. */
function outcomeOf(answer: unknown): string {
  if (typeof answer === "number") return String(answer);
  if (answer instanceof ForbiddenAddress) return answer.message;
  if (answer instanceof AttemptTimeout) return "no response in time";
  const { name, code } = answer as NodeJS.ErrnoException;
  if (name === "ContractViolation") return "the event doesn't match the document";
  return code ?? "no response";
}
