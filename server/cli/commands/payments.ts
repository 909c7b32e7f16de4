import { ApiError } from "@counterpart/toolkit/errors";
import type { Command } from "commander";
import type { Store } from "../../database/queries/stores.ts";
import { filled, stripeAccount } from "../input/option-values.ts";
import { openProvider } from "../input/payment-provider.ts";
import { table } from "../output/table.ts";
import {
  type AnswerOptions,
  addCommand,
  answer,
  answerReading,
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
        return { value: shown(connected), text };
      });
    });

  addCommand(payments, "disconnect", "Let a store take no payments. What was sold stays where it was.")
    .requiredOption("--store <slug>", "which store", filled)
    .action((options: Options) =>
      answer(terminal, options, async (database, by) => {
        await storeOf(database, options.store);
        const store = await database.stores.update(options.store, { paymentsConfigured: false }, by);
        if (!store) throw new ApiError("NOT_FOUND", `There is no store "${options.store}".`);
        return { value: shown(store), text: `${store.slug} takes no payments.` };
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

function accountOf({ account, platform }: ConnectOptions): string | null {
  if (account && !platform) return account;
  if (platform && account === undefined) return null;
  throw new ApiError("INVALID_REQUEST", "Say which account: either --account or --platform.");
}

function shown({ slug, stripeAccount, paymentsConfigured }: Store) {
  return { store: slug, stripeAccount, paymentsConfigured };
}
