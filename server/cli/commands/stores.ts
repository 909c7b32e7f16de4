import { ApiError } from "@counterpart/server/errors";
import { type Command, Option } from "commander";
import type { Database } from "../../database/database.ts";
import type { DayFigures } from "../../database/queries/overview.ts";
import type { NewStore, Store, StoreChange } from "../../database/queries/stores.ts";
import { isSafeIntrospectionUrl } from "../../domain/introspection-url.ts";
import { displayAmount } from "../../domain/money.ts";
import { taxModes } from "../../domain/tax.ts";
import { withPayablePages } from "../../merchants/payments/payable-pages.ts";
import { askSteps } from "../input/ask-steps.ts";
import { checkProfile } from "../input/check-profile.ts";
import { flagOf, spaced } from "../input/flags.ts";
import {
  countries,
  currency,
  filled,
  json,
  returnUrl,
  slug,
  stripeAccount,
  webAddress,
} from "../input/option-values.ts";
import { readStandardInput } from "../input/standard-input.ts";
import { closePages, payableValue } from "../output/payable-pages.ts";
import { prose } from "../output/prose.ts";
import { fieldList, table, yesNo } from "../output/table.ts";
import {
  type AnswerOptions,
  addCommand,
  answer,
  answerReading,
  noSuchStore,
  storeOf,
  type Terminal,
} from "../terminal.ts";

const themeMembers = [
  "primary",
  "primaryForeground",
  "background",
  "foreground",
  "muted",
  "border",
  "fontBody",
  "fontHeading",
  "radius",
] as const satisfies (keyof Store["theme"])[];

/** Commander's options, named after the flags. */
interface Options
  extends AnswerOptions,
    Partial<
      Omit<
        Store,
        | "id"
        | "theme"
        | "isPublished"
        | "paymentsConfigured"
        | "allowsRepeatSubscriptions"
        | "createsInvoices"
        | "collectsTaxIds"
        | "mailsBuyers"
      >
    > {
  published?: boolean;
  payments?: boolean;
  repeatSubscriptions?: boolean;
  buyerMails?: boolean;
  invoices?: boolean;
  taxIds?: boolean;
  [themeMember: `theme${string}`]: string | null;
}

export function addStoreCommands(counterpart: Command, terminal: Terminal): void {
  const stores = counterpart.command("stores").description("Manage the stores and their profiles.");

  const create = addCommand(stores, "create", "Create a store.")
    .requiredOption("--slug <slug>", "its slug in URLs: a-z, 0-9 and hyphens", slug)
    .requiredOption("--name <name>", "its display name", filled)
    .requiredOption("--currency <code>", "its currency (ISO 4217), such as eur", currency)
    .addOption(planOption().default("free"))
    .option("--published", "make the store live (default: not live)")
    .option("--payments", "mark the payment provider as connected (default: not connected)")
    .option(
      "--repeat-subscriptions",
      "allow a member several live subscriptions to a product (default: 409 CONFLICT)",
    )
    .option("--buyer-mails", "mail buyers about their orders, if SMTP_URL is set (default: no mail)")
    .option("--invoices", "create an invoice for each one-time payment (default: none)")
    .option("--tax-ids", "ask businesses for their tax ID on the payment page (default: don't)");
  addProfileOptions(create).action(
    async (options: Options & Pick<NewStore, "slug" | "name" | "currency">) => {
      const wanted = {
        ...(await changeOf(options, terminal)),
        slug: options.slug,
        name: options.name,
        currency: options.currency,
      };
      await checkProfile(wanted);
      await answer(terminal, options, async (database, by) => {
        const store = await database.stores.create(wanted, by);
        if (!store) throw new ApiError("CONFLICT", `Another store already has the slug "${options.slug}".`);
        const problems = await problemsFor(terminal, database, store);
        return {
          value: withoutSecret(store),
          text: `Created the store ${store.slug}.\n\n${profile(store)}`,
          ...(problems !== undefined && { note: problems }),
        };
      });
    },
  );

  const update = addCommand(stores, "update", "Change a store. Only the given fields change.")
    .argument("<slug>", "the store's slug")
    .option("--slug <slug>", "a new slug", slug)
    .option("--name <name>", "its display name", filled)
    .option("--currency <code>", "its currency; refused while products have another currency", currency)
    .addOption(planOption())
    .option("--published", "make the store live")
    .option("--no-published", "make the store not live")
    .option("--payments", "mark the payment provider as connected")
    .option("--no-payments", "mark the payment provider as not connected")
    .option("--repeat-subscriptions", "allow a member several live subscriptions to a product")
    .option("--no-repeat-subscriptions", "allow a member one live subscription to a product")
    .option("--buyer-mails", "mail buyers about their orders, if SMTP_URL is set")
    .option("--no-buyer-mails", "send no mail to buyers")
    .option("--invoices", "create an invoice for each one-time payment")
    .option("--no-invoices", "create invoices only for subscriptions")
    .option("--tax-ids", "ask businesses for their tax ID on the payment page")
    .option("--no-tax-ids", "don't ask for a tax ID");
  addProfileOptions(update).action(async (known: string, options: Options) => {
    const change = await changeOf(options, terminal);
    if (Object.keys(change).length === 0) {
      throw new ApiError(
        "INVALID_REQUEST",
        "Give at least one field to change. `stores update --help` lists them.",
      );
    }
    await checkProfile(change);
    await answer(terminal, options, async (database, by) => {
      const store = await database.stores.update(known, change, by);
      if (!store) throw noSuchStore(known);
      const payable = await closePages(terminal, database, store.id);
      const done = withPayablePages(`Updated the store ${store.slug}.`, payable);
      const problems = await problemsFor(terminal, database, store);
      return {
        value: { ...withoutSecret(store), ...payableValue(payable) },
        text: `${done}\n\n${profile(store)}`,
        ...(problems !== undefined && { note: problems }),
      };
    });
  });

  addCommand(
    stores,
    "show",
    "Show a store with all its settings. `payments status` shows what it still needs to sell.",
  )
    .argument("<slug>", "the store's slug")
    .action((known: string, options: AnswerOptions) =>
      answerReading(terminal, options, async (database) => {
        const store = await storeOf(database, known);
        return { value: withoutSecret(store), text: profile(store) };
      }),
    );

  addCommand(stores, "overview", "Show a store's sales of the last 30 days and what needs attention.")
    .argument("<slug>", "the store's slug")
    .action((known: string, options: AnswerOptions) =>
      answerReading(terminal, options, async (database) => {
        const store = await storeOf(database, known);
        const { id: storeId, currency } = store;
        const days = await database.overview.days({ storeId, currency, days: 30, now: Date.now() });
        const needsAction = await database.overview.needsAction(storeId);
        const rows = days.map(({ day, orders, amount }) => [
          new Date(day).toISOString().slice(0, 10),
          String(orders),
          displayAmount(amount, currency),
        ]);
        const waiting = Object.entries(needsAction).map(([name, count]) => [spaced(name), String(count)]);
        const { steps, note } = await askSteps(terminal, database, store);
        const { problemsOf } = await import("../../merchants/payments/selling-steps.ts");
        const problems = problemsOf(steps);
        return {
          value: { currency, days: days.map(withDate), needsAction, problems },
          ...(note !== undefined && { note }),
          text: `${table(["day (UTC)", "orders", "paid"], rows)}\n\n${[fieldList(Object.fromEntries(waiting)), ...problems].join("\n")}`,
        };
      }),
    );

  addCommand(stores, "list", "List all stores.").action((options: AnswerOptions) =>
    answerReading(terminal, options, async (database) => {
      const list = await database.stores.list();
      const rows = list.map((store) => [
        store.slug,
        store.name,
        store.currency,
        store.plan,
        yesNo(store.isPublished),
        yesNo(store.paymentsConfigured),
      ]);
      const heading = ["slug", "name", "currency", "plan", "published", "payments"];
      return {
        value: list.map(withoutSecret),
        text: rows.length > 0 ? table(heading, rows) : "There are no stores.",
      };
    }),
  );
}

/** What prevents the purchases of a store that charges tax or is published, in sentences. */
async function problemsFor(
  terminal: Terminal,
  database: Database,
  store: Store,
): Promise<string | undefined> {
  if (store.tax === "off" && !store.isPublished) return undefined;
  const { steps } = await askSteps(terminal, database, store);
  const { problemsOf } = await import("../../merchants/payments/selling-steps.ts");
  return problemsOf(steps).join(" ") || undefined;
}

function withDate({ day, ...figures }: DayFigures) {
  return { day: new Date(day).toISOString().slice(0, 10), ...figures };
}

function planOption(): Option {
  return new Option("--plan <plan>", "its plan; API keys only work on pro").choices(["free", "pro"]);
}

function addProfileOptions(command: Command): Command {
  command
    .option("--description <text>", "its description")
    .option("--logo-url <url>", "its logo's URL", webAddress)
    .option("--contact-email <address>", "its contact e-mail address")
    .option("--contact-phone <number>", "its contact phone number")
    .option("--seo-title <text>", "the home page's title for search engines")
    .option("--seo-description <text>", "the home page's description for search engines")
    .option("--template-key <key>", "the storefront template")
    .option("--template-texts <json>", "the template's texts: section, name, text", json);
  for (const member of themeMembers) {
    command.option(`--${flagOf(["theme", member])} <css>`, `the theme's ${member}, a CSS value`);
  }
  return command
    .addOption(
      new Option(
        "--tax <mode>",
        "whether Stripe calculates tax, and whether prices include it (default: off)",
      ).choices(taxModes),
    )
    .option("--success-url <url>", "where buyers go after paying", returnUrl)
    .option("--cancel-url <url>", "where buyers go after cancelling a payment", returnUrl)
    .option("--portal-return-url <url>", "where buyers go after leaving the billing portal", returnUrl)
    .option(
      "--stripe-account <id>",
      "the Stripe account that receives the payments, acct_… (default: yours)",
      stripeAccount,
    )
    .option(
      "--ships-to <codes>",
      "the countries that physical products ship to, such as ie,gb (default: all that Stripe supports)",
      countries,
    )
    .option(
      "--introspection-url <url>",
      "the https URL of the token introspection endpoint for member sessions (RFC 7662); responses are uncompressed and at most 64 KiB",
      webAddress,
    )
    .option("--introspection-client-id <id>", "the client id for introspection (default: the store's slug)")
    .option(
      "--introspection-client-secret <->",
      "the client secret for introspection: - reads it from standard input; it is never shown",
    )
    .addHelpText("after", prose('\nAn empty value, such as --description "", removes the value.'));
}

/** Converts the options to a change of the store's fields. Throws INVALID_REQUEST for invalid values. */
async function changeOf(options: Options, terminal: Terminal): Promise<StoreChange> {
  const {
    json: _,
    published,
    payments,
    repeatSubscriptions,
    buyerMails,
    invoices,
    taxIds,
    ...others
  } = options;
  const { introspectionClientSecret: secret, ...rest } = others;
  checkIntrospectionUrl(options, terminal);
  // Commander turns null into an empty string, so an empty value becomes null only here.
  const fields = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, value === "" ? null : value]),
  );
  const theme: Record<string, unknown> = {};
  for (const member of themeMembers) {
    const option = `theme${member.charAt(0).toUpperCase()}${member.slice(1)}`;
    if (option in fields) theme[member] = fields[option];
    delete fields[option];
  }
  return {
    ...fields,
    ...(typeof secret === "string" && { introspectionClientSecret: await readSecret(secret, terminal) }),
    ...(published !== undefined && { isPublished: published }),
    ...(payments !== undefined && { paymentsConfigured: payments }),
    ...(repeatSubscriptions !== undefined && { allowsRepeatSubscriptions: repeatSubscriptions }),
    ...(buyerMails !== undefined && { mailsBuyers: buyerMails }),
    ...(invoices !== undefined && { createsInvoices: invoices }),
    ...(taxIds !== undefined && { collectsTaxIds: taxIds }),
    ...(Object.keys(theme).length > 0 && { theme }),
  };
}

function checkIntrospectionUrl({ introspectionUrl: url }: Options, { env }: Terminal): void {
  if (!url || isSafeIntrospectionUrl(url, { production: env.NODE_ENV === "production" })) return;
  throw new ApiError(
    "INVALID_REQUEST",
    "--introspection-url must begin with https://, because it receives the members' tokens. In development it may also be on this machine, such as http://localhost:4000/introspect.",
  );
}

/** Null removes the secret. Not parsed by commander, whose errors quote the rejected value. */
async function readSecret(option: string, terminal: Terminal): Promise<string | null> {
  if (option === "") return null;
  if (option !== "-") {
    throw new ApiError(
      "INVALID_REQUEST",
      "The secret is read from standard input: `--introspection-client-secret -`. What you typed is in your shell's history and was shown to other users of this machine, so change the secret.",
    );
  }
  const secret = await readStandardInput(terminal, "the secret");
  if (secret === "") throw new ApiError("INVALID_REQUEST", "Standard input contained no secret.");
  return secret;
}

/** Omits the secret, which gives access to the merchant's authentication system, from lists and logs. */
function withoutSecret({ id, slug, name, introspectionClientSecret: _, isTaxSetUp: __, ...rest }: Store) {
  return { id, slug, name, ...rest };
}

function profile(store: Store): string {
  const {
    id,
    slug,
    name,
    currency,
    plan,
    isPublished,
    paymentsConfigured,
    isTaxSetUp: _,
    theme,
    templateTexts,
    shipsTo,
    allowsRepeatSubscriptions,
    mailsBuyers,
    createsInvoices,
    collectsTaxIds,
    ...texts
  } = store;
  const shown: Record<string, string | null> = {
    id,
    slug,
    name,
    currency,
    plan,
    published: yesNo(isPublished),
    payments: yesNo(paymentsConfigured),
    ...texts,
    introspectionClientSecret: store.introspectionClientSecret === null ? null : "(hidden)",
    shipsTo: shipsTo?.join(", ") ?? null,
    repeatSubscriptions: yesNo(allowsRepeatSubscriptions),
    buyerMails: yesNo(mailsBuyers),
    invoices: yesNo(createsInvoices),
    taxIds: yesNo(collectsTaxIds),
    templateTexts: templateTexts === null ? null : JSON.stringify(templateTexts),
    ...Object.fromEntries(themeMembers.map((member) => [`theme ${member}`, theme[member]])),
  };
  const set = Object.entries(shown).flatMap(([name, value]) =>
    value === null ? [] : [[spaced(name), value]],
  );
  return fieldList(Object.fromEntries(set));
}
