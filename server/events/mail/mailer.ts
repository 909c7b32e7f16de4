import type { Telemetry } from "@counterpart/server";
import type { Logger } from "pino";
import type { Database } from "../../database/database.ts";
import type { MailAttempt, QueuedMail } from "../../database/queries/mails/mails.ts";
import type { Clock } from "../../domain/clock.ts";
import { retryDelayMs } from "../../domain/events/delivery-schedule.ts";
import { SendFailure, type SendMessage } from "./transport.ts";
import { composeMessage, type MailDatabase, type MailSender, writeMail } from "./write-mail.ts";

export interface MailerParts {
  database: MailDatabase & Pick<Database, "mails" | "leases">;
  sender: MailSender;
  send: SendMessage;
  clock: Clock;
  log: Logger;
  telemetry: Pick<Telemetry, "gauge" | "counter">;
}

const everyMs = 1000;
const measureEveryMs = 15_000;
/** How long one attempt may take. */
export const sendTimeoutMs = 20_000;
/** Longer than an attempt. If a process is killed, its mails are sent again after this time. */
const leaseMs = 2 * sendTimeoutMs;
const maxAtOnce = 4;
/** For how long after the last sign of a sender mails are still queued. */
const senderLeaseMs = 10 * 60_000;
const announceEveryMs = 60_000;

/** Sends the mails in the outbox. Processes share the work by claiming mails. */
export function createMailer({ database, sender, send, clock, log, telemetry }: MailerParts) {
  const { mails, leases } = database;
  let isStopping = false;
  let backlog = { due: 0, behindMs: 0 };
  let announcedAt = Number.NEGATIVE_INFINITY;
  const count = telemetry.counter({
    name: "mails_total",
    help: "Attempts to send an email, by result: sent, failed, abandoned, or dropped because there was nothing left to send.",
    label: "result",
  });
  telemetry.gauge({
    name: "mail_outbox",
    help: "Overdue emails (due).",
    label: "state",
    read: () => ({ due: backlog.due }),
  });
  telemetry.gauge({
    name: "mail_outbox_behind_seconds",
    help: "How long the most overdue email has waited.",
    label: "state",
    read: () => ({ due: Math.round(backlog.behindMs / 1000) }),
  });

  /** Announces that this installation sends mail: from then on, mails are queued. */
  async function announce(): Promise<void> {
    const now = clock();
    if (now - announcedAt < announceEveryMs) return;
    await leases.hold({ name: mails.senderLease, now, forMs: senderLeaseMs });
    announcedAt = now;
  }

  async function attempt(mail: QueuedMail): Promise<MailAttempt> {
    if (isStopping) return { result: "released" };
    if (clock() > mail.giveUpAt) return { result: "abandoned", outcome: "too late" };
    try {
      const written = await writeMail(mail, database, sender);
      if (!written) return { result: "dropped" };
      await send(composeMessage(mail, written, sender));
      return { result: "sent" };
    } catch (error) {
      return attemptAfterFailure(mail, error, { now: clock(), random: Math.random() });
    }
  }

  async function deliver(mail: QueuedMail): Promise<void> {
    const attempted = await attempt(mail);
    await mails.finish(mail, attempted);
    if (attempted.result === "released") return;
    count(attempted.result);
    if (!("outcome" in attempted)) return;
    // Without the recipient, and without the mail server's answer, which may name them.
    const { id: mailId, kind, storeId } = mail;
    const { result, outcome: reason } = attempted;
    if (result === "abandoned") log.warn({ mailId, kind, storeId, reason }, "gave up on an email");
    else log.info({ mailId, kind, storeId, reason }, "could not send an email");
  }

  /** Sends until nothing is due. */
  async function sendDue(): Promise<void> {
    for (;;) {
      await announce();
      if (isStopping || !(await mails.hasDue(clock()))) return;
      const claimed = await mails.claim({ now: clock(), limit: maxAtOnce, leaseMs });
      if (claimed.length === 0) return;
      await Promise.all(claimed.map(deliver));
    }
  }

  async function measure(): Promise<void> {
    backlog = await mails.backlog(clock());
  }

  const sending = oneAtATime(sendDue);
  // Measured while mails are sent too, since that takes long when the mail server doesn't answer.
  const measuring = oneAtATime(measure);
  const timers: NodeJS.Timeout[] = [];

  /** Runs a job, unless it is already running, and logs its failure. */
  function oneAtATime(job: () => Promise<void>) {
    let running: Promise<void> | undefined;
    return {
      run(): Promise<void> {
        running ??= job().finally(() => {
          running = undefined;
        });
        return running;
      },
      tick(): void {
        this.run().catch((err: unknown) => log.error({ err }, "could not read the outbox of emails"));
      },
      ended: async () => running?.catch(() => {}),
    };
  }

  return {
    announce,
    /** Sends due mails once a second. */
    start(): void {
      timers.push(
        setInterval(() => sending.tick(), everyMs).unref(),
        setInterval(() => measuring.tick(), measureEveryMs).unref(),
      );
    },
    /** Sends due mails now. */
    async sendDue(): Promise<void> {
      await sending.run();
      await measuring.run();
    },
    /** Begins no further attempts, and waits for those that have begun, since their outcome would be unknown. */
    async stop(): Promise<void> {
      isStopping = true;
      for (const timer of timers) clearInterval(timer);
      await Promise.all([sending.ended(), measuring.ended()]);
    },
  };
}

/** The result of a failed attempt. */
function attemptAfterFailure(
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
