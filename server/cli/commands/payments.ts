import { ApiError } from "@counterpart/server/errors";
import type { Command } from "commander";
import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import { withPayablePages } from "../../merchants/payments/payable-pages.ts";
import type { SyncReport } from "../../payments/sweeping/sync-payments.ts";
import { day, filled, stripeAccount } from "../input/option-values.ts";
import { openProvider } from "../input/payment-provider.ts";
import { closePages, payableValue } from "../output/payable-pages.ts";
import { table } from "../output/table.ts";
import {
  type AnswerOptions,
  addCommand,
  answer,
  answerReading,
  print,
  storeOf,
  type Terminal,
} from "../terminal.ts";

interface Options extends AnswerOptions {
  store: string;
}

interface ConnectOptions extends Options {
  account?: string;
  platform?: boolean;
}

export function addPaymentCommands(counterpart: Command, terminal: Terminal): void {
  const payments = counterpart.command("payments").description("who takes a store's money");

  addCommand(payments, "connect", "Let an account at Stripe take the money of a store, if it may take any.")
    .requiredOption("--store <slug>", "whose money", filled)
    .option("--account <id>", "the account, acct_…, which your platform must have access to", stripeAccount)
    .option("--platform", "your own account takes it")
    .addHelpText(
      "after",
      "\nThe owner of an account connects it in the dashboard. This command doesn't ask them, so check whose it is.",
    )
    .action((options: ConnectOptions) => {
      const account = accountOf(options);
      return answer(terminal, options, async (database, by) => {
        const store = await storeOf(database, options.store);
        const { createPaymentAccounts } = await import("../../merchants/payments/payment-account.ts");
        const accounts = createPaymentAccounts({ database, provider: await openProvider(terminal) });
        const connected = await accounts.connect(store, account, by);
        const name = account ?? "Your own account";
        const text = connected.paymentsConfigured
          ? `${name} takes the money of ${store.slug}.`
          : `${name} is connected to ${store.slug}, but Stripe doesn't let it take payments yet.`;
        const payable = await closePages(terminal, database, store.id);
        const value = { ...shown(connected), ...payableValue(payable) };
        return { value, text: withPayablePages(text, payable) };
      });
    });

  addCommand(payments, "disconnect", "Let a store take no payments. What was sold stays where it was.")
    .requiredOption("--store <slug>", "which store", filled)
    .action((options: Options) =>
      answer(terminal, options, async (database, by) => {
        await storeOf(database, options.store);
        const store = await database.stores.update(options.store, { paymentsConfigured: false }, by);
        if (!store) throw new ApiError("NOT_FOUND", `There is no store "${options.store}".`);
        const payable = await closePages(terminal, database, store.id);
        const text = withPayablePages(`${store.slug} takes no payments.`, payable);
        return { value: { ...shown(store), ...payableValue(payable) }, text };
      }),
    );

  addCommand(
    payments,
    "sync",
    "Read from Stripe what no webhook has brought: all events since a day, and every live subscription.",
  )
    .requiredOption("--since <day>", "the first day, UTC, as in 2026-11-01", day)
    .addHelpText("after", syncHelp)
    .action(({ since, ...options }: AnswerOptions & { since: number }) =>
      answer(terminal, options, async (database) => {
        const report = await sync(database, terminal, since);
        const isOld = since < Date.now() - eventsListedMs;
        const result = { value: report, text: syncText(report), ...(isOld && { note: tooOld }) };
        const { accounts, subscriptions } = report;
        const failures = accounts.filter(({ failed, error }) => failed > 0 || error !== null).length;
        if (failures === 0 && subscriptions.failed === 0) return result;
        print(terminal, { json: options.json === true }, result);
        throw new ApiError(
          "CONFLICT",
          "Not everything could be read. Run it again: what was read isn't read twice.",
        );
      }),
    );

  addCommand(payments, "status", "List what a store needs before it sells, and what of it is there.")
    .requiredOption("--store <slug>", "which store", filled)
    .action((options: Options) =>
      answerReading(terminal, options, async (database) => {
        const store = await storeOf(database, options.store);
        const { sellingSteps } = await import("../../merchants/payments/selling-steps.ts");
        const steps = await sellingSteps(database, store, Date.now());
        const rows = steps.map(({ step, isDone, isOptional, text }) => [
          isDone ? "done" : isOptional ? "optional" : "missing",
          step.replaceAll("_", " "),
          text,
        ]);
        return { value: { ...shown(store), steps }, text: table(["state", "step", "what it means"], rows) };
      }),
    );
}

const syncHelp = `
The server does the same by itself, once a minute; this command does it at once, beside it or instead of it. What the server
knows already changes nothing. Exit code 1 means that something couldn't be read.`;

/** Milliseconds. */
const eventsListedMs = 30 * 24 * 60 * 60 * 1000;
const tooOld =
  "Stripe lists events for 30 days only. Live subscriptions were read whole, with their renewals; for refunds and disputes before that, compare with Stripe's dashboard.";

async function sync(database: Database, terminal: Terminal, since: number): Promise<SyncReport> {
  const [{ createEventHandler }, { createRecoverEvent }, { syncPayments }, { pino }] = await Promise.all([
    import("../../payments/events/webhooks.ts"),
    import("../../payments/sweeping/recover-event.ts"),
    import("../../payments/sweeping/sync-payments.ts"),
    import("pino"),
  ]);
  const provider = await openProvider(terminal);
  const handler = createEventHandler({
    database,
    provider,
    clock: Date.now,
    onSettled: () => {},
    // The server's next sweep cancels the second subscriptions that are recorded here.
    oneSubscription: { follow: async () => {} },
  });
  // The report counts failures; the server logs the reason when it retries.
  const log = pino({ level: "silent" });
  const recoverEvent = createRecoverEvent({ database, handler, clock: Date.now, log, count: () => {} });
  return syncPayments({ database, provider, recoverEvent, clock: Date.now }, since);
}

function syncText({ accounts, subscriptions }: SyncReport): string {
  const rows = accounts.map(({ account, listed, recovered, failed, error }) => [
    account ?? "your own",
    String(listed),
    String(recovered),
    String(failed),
    error ?? "",
  ]);
  const failed = subscriptions.failed === 0 ? "" : `, ${subscriptions.failed} could not be read`;
  const events = table(["account", "events", "recovered", "failed", "error"], rows);
  return `${events}\n\nLive subscriptions read: ${subscriptions.read}${failed}.`;
}

function accountOf({ account, platform }: ConnectOptions): string | null {
  if (account && !platform) return account;
  if (platform && account === undefined) return null;
  throw new ApiError("INVALID_REQUEST", "Say which account: either --account or --platform.");
}

function shown({ slug, stripeAccount, paymentsConfigured }: Store) {
  return { store: slug, stripeAccount, paymentsConfigured };
}
