import { ApiError } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import { withPayablePages } from "../../merchants/payments/payable-pages.ts";
import type { DifferingRenewal } from "../../payments/subscriptions/check-renewal.ts";
import type { SyncReport } from "../../payments/sweeping/sync-payments.ts";
import { askSteps } from "../input/ask-steps.ts";
import { dayInUtc, stripeAccount } from "../input/option-values.ts";
import { openProvider } from "../input/payment-provider.ts";
import { closePages, payableValue } from "../output/payable-pages.ts";
import { table } from "../output/table.ts";
import type { ShopCommand } from "../shop-command.ts";
import {
  type AnswerOptions,
  answerOfStore,
  print,
  type StoreOptions,
  type Terminal,
  wrongUsage,
} from "../terminal.ts";

interface ConnectOptions extends StoreOptions {
  account?: string;
  platform?: boolean;
}

export function addPaymentCommands(counterpart: ShopCommand): void {
  const { terminal } = counterpart;
  const payments = counterpart.command("payments").description("Manage a store's payment account.");

  payments
    .addOfStore("connect", "Connect a store to the Stripe account that receives its payments.")
    .option("--account <id>", "the account, acct_…; your platform must have access to it", stripeAccount)
    .option("--platform", "use your platform's own account")
    .explain(
      "\nAccount owners normally connect their account in the dashboard. This command doesn't ask them, so check whose account it is. The store's promotion codes move to the account; `codes move` repeats it for those that failed.",
    )
    .action((options: ConnectOptions) => {
      const account = accountOf(options);
      return answerOfStore(terminal, options, async (store, database, by) => {
        const { createPaymentAccounts } = await import("../../merchants/payments/payment-account.ts");
        const provider = await openProvider(terminal);
        const accounts = createPaymentAccounts({ database, provider });
        const connected = await accounts.connect(store, account, by);
        const name = account ?? "Your own account";
        const text = connected.paymentsConfigured
          ? `${name} now receives the payments of ${store.slug}.`
          : `${name} is connected to ${store.slug}, but Stripe doesn't allow it to accept payments yet.`;
        const payable = await closePages(terminal, database, store.id);
        const { createMoveCodes, movedCodesText } = await import("../../merchants/codes/move-codes.ts");
        const moveCodes = createMoveCodes({ database, provider, clock: Date.now });
        const codes = await moveCodes(connected, by);
        const value = { ...shown(connected), ...(codes.length > 0 && { codes }), ...payableValue(payable) };
        const texts = [withPayablePages(text, payable), ...(codes.length > 0 ? [movedCodesText(codes)] : [])];
        return { value, text: texts.join("\n") };
      });
    });

  payments
    .addOfStore(
      "disconnect",
      "Stop a store from accepting payments. Existing payments stay with their account.",
    )
    .changesStore(async ({ store: { slug }, database, by }) => {
      const store = await database.stores.update(slug, { paymentsConfigured: false }, by);
      if (!store) throw new ApiError("NOT_FOUND", `There is no store "${slug}".`);
      const payable = await closePages(terminal, database, store.id);
      const text = withPayablePages(`${store.slug} accepts no payments.`, payable);
      return { value: { ...shown(store), ...payableValue(payable) }, text };
    });

  payments
    .add(
      "sync",
      "Read events that no webhook delivered: all events since a day, and every live subscription.",
    )
    .requiredOption("--since <day>", "the first day in UTC, such as 2026-11-01", dayInUtc)
    .explain(syncHelp)
    .changes(async ({ database }, { since, ...options }: AnswerOptions & { since: number }) => {
      const report = await sync(database, terminal, since);
      const isOld = since < Date.now() - eventsListedMs;
      const result = { value: report, text: syncText(report), note: isOld ? tooOld : undefined };
      const { accounts, subscriptions } = report;
      const failures = accounts.filter(({ failed, error }) => failed > 0 || error !== null).length;
      if (failures === 0 && subscriptions.failed === 0) return result;
      print(terminal, { json: options.json === true }, result);
      throw new ApiError(
        "CONFLICT",
        "Some events or subscriptions could not be read. Run the command again to read the rest.",
      );
    });

  payments
    .addOfStore("status", "List the steps before a store can sell, and which are done.")
    .readsStore(async ({ store, database }) => {
      const { steps, note } = await askSteps(terminal, database, store);
      const rows = steps.map(({ step, isDone, isOptional, text, problem }) => [
        isDone ? "done" : isOptional ? "optional" : "missing",
        step.replaceAll("_", " "),
        problem ?? text,
      ]);
      const value = { ...shown(store), steps };
      return { value, text: table(["state", "step", "description"], rows), note };
    });
}

const syncHelp = `
The server does the same once a minute. This command does it now, whether or not a server is running. Events that were
already processed change nothing. The exit code is 1 if something could not be read.`;

/** Milliseconds. */
const eventsListedMs = 30 * 24 * 60 * 60 * 1000;
const tooOld =
  "Stripe lists events of the last 30 days only. Live subscriptions and their renewals were read completely. For earlier refunds and disputes, compare with Stripe's dashboard.";

async function sync(database: Database, terminal: Terminal, since: number): Promise<Synced> {
  const [{ createCheckRenewal }, { createEventHandler }, { createRecoverEvent }, { syncPayments }, { pino }] =
    await Promise.all([
      import("../../payments/subscriptions/check-renewal.ts"),
      import("../../payments/events/webhooks.ts"),
      import("../../payments/sweeping/recover-event.ts"),
      import("../../payments/sweeping/sync-payments.ts"),
      import("pino"),
    ]);
  const provider = await openProvider(terminal);
  // The report counts failures; the server logs the reason when it retries.
  const log = pino({ level: "silent" });
  const differingRenewals: DifferingRenewal[] = [];
  const count = (renewal: DifferingRenewal) => void differingRenewals.push(renewal);
  const checkRenewal = createCheckRenewal({ database, provider, log, count });
  const handler = createEventHandler({
    database,
    provider,
    clock: Date.now,
    onSettled: () => {},
    // The server's next sweep cancels the second subscriptions that are recorded here.
    oneSubscription: { follow: async () => {} },
    checkRenewal,
  });
  const recoverEvent = createRecoverEvent({ database, handler, clock: Date.now, log, count: () => {} });
  const report = await syncPayments(
    { database, provider, recoverEvent, checkRenewal, clock: Date.now },
    since,
  );
  return { ...report, differingRenewals };
}

/** What was read, and the renewals that cost something other than expected. */
type Synced = SyncReport & { differingRenewals: DifferingRenewal[] };

function syncText({ accounts, subscriptions, differingRenewals }: Synced): string {
  const rows = accounts.map(({ account, listed, recovered, failed, error }) => [
    account ?? "your own",
    ...[listed, recovered, failed, error],
  ]);
  const failed = subscriptions.failed === 0 ? "" : `, ${subscriptions.failed} could not be read`;
  const events = table(["account", "events", "recovered", "failed", "error"], rows);
  const differing = differingRenewals.map(({ orderId, difference }) => `${orderId} (${difference})`);
  return [
    `${events}\n\nLive subscriptions read: ${subscriptions.read}${failed}.`,
    ...(differing.length > 0
      ? [`Renewals that cost something other than expected: ${differing.join(", ")}.`]
      : []),
  ].join("\n");
}

function accountOf({ account, platform }: ConnectOptions): string | null {
  if (account && !platform) return account;
  if (platform && account === undefined) return null;
  throw wrongUsage("Give either --account or --platform.");
}

function shown({ slug, stripeAccount, paymentsConfigured }: Store) {
  return { store: slug, stripeAccount, paymentsConfigured };
}
