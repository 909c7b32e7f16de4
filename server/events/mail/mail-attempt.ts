import type { MailAttempt, QueuedMail } from "../../database/queries/mails/mails.ts";
import { retryDelayMs } from "../../domain/events/delivery-schedule.ts";
import { SendFailure } from "./transport.ts";

/** The result of a failed attempt. */
export function attemptAfterFailure(
  { attempts, giveUpAt }: Pick<QueuedMail, "attempts" | "giveUpAt">,
  error: unknown,
  { now, random }: { now: number; random: number },
): MailAttempt {
  const isOurs = !(error instanceof SendFailure);
  const outcome = isOurs ? "could not be written" : error.outcome;
  if (!isOurs && error.isPermanent) return { result: "abandoned", outcome };
  const retryAt = now + retryDelayMs(attempts, random);
  return retryAt <= giveUpAt ? { result: "failed", outcome, retryAt } : { result: "abandoned", outcome };
}
