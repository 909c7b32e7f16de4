import { ApiError } from "@counterpart/server/errors";
import { type Command, Option } from "commander";
import type { Database } from "../../database/database.ts";
import type { DayFigures } from "../../database/queries/overview.ts";
import type { NewStore, Store, StoreChange } from "../../database/queries/stores.ts";
import { type AgentProtocol, missingForAgents } from "../../domain/agent-protocol.ts";
import { isSafeIntrospectionUrl } from "../../domain/introspection-url.ts";
import { displayAmount } from "../../domain/money.ts";
import { taxModes } from "../../domain/tax.ts";
import { localTime } from "../../domain/time-zone.ts";
import { withPayablePages } from "../../merchants/payments/payable-pages.ts";
import { askSteps } from "../input/ask-steps.ts";
import { flagOf, spaced } from "../input/flags.ts";
import {
  countries,
  currency,
  filled,
  json,
  protocols,
  returnUrl,
  slug,
  stripeAccount,
  timeZone,
  webAddress,
} from "../input/option-values.ts";
import { readSecret } from "../input/standard-input.ts";
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
        | "emailsBuyers"
      >
    > {
  published?: boolean;
  payments?: boolean;
  repeatSubscriptions?: boolean;
  buyerEmails?: boolean;
  invoices?: boolean;
  productPages?: boolean;
  taxIds?: boolean;
  agents?: AgentProtocol[];
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
    .option("--buyer-emails", "email buyers about their orders, if SMTP_URL is set (default: no email)")
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
    .option("--buyer-emails", "email buyers about their orders, if SMTP_URL is set")
    .option("--no-buyer-emails", "send no email to buyers")
    .option("--product-pages", "give each product a page and a payment link, /buy/<store>/<slug>")
    .option("--no-product-pages", "no such pages")
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
        const { id: storeId, currency, timeZone } = store;
        const wanted = { storeId, currency, days: 30, now: Date.now(), timeZone };
        const days = await database.overview.days(wanted);
        const needsAction = await database.overview.needsAction(storeId);
        const rows = days.map(({ day, orders, amount }) => [
          localTime(day, timeZone).day,
          String(orders),
          displayAmount(amount, currency),
        ]);
        const waiting = Object.entries(needsAction).map(([name, count]) => [spaced(name), String(count)]);
        const { steps, note } = await askSteps(terminal, database, store);
        const { problemsOf } = await import("../../merchants/payments/selling-steps.ts");
        const problems = problemsOf(steps);
        return {
          value: {
            currency,
            timeZone,
            days: days.map((one) => withDate(one, timeZone)),
            needsAction,
            problems,
          },
          ...(note !== undefined && { note }),
          text: `${table([`day (${timeZone})`, "orders", "paid"], rows)}\n\n${[fieldList(Object.fromEntries(waiting)), ...problems].join("\n")}`,
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
  const missing = store.sellsThrough.length > 0 ? await missingForAgentsOf(database, store) : [];
  if (store.tax === "off" && !store.isPublished) return missing.join(" ") || undefined;
  const { steps } = await askSteps(terminal, database, store);
  const { problemsOf } = await import("../../merchants/payments/selling-steps.ts");
  return [...problemsOf(steps), ...missing].join(" ") || undefined;
}

async function missingForAgentsOf({ shippingRates }: Database, store: Store): Promise<string[]> {
  const rates = await shippingRates.list(store.id);
  return missingForAgents({ ...store, hasShippingRates: rates.some(({ isActive }) => isActive) });
}

function withDate({ day, ...figures }: DayFigures, zone: string) {
  return { day: localTime(day, zone).day, ...figures };
}

function planOption(): Option {
  return new Option("--plan <plan>", "its plan; API keys only work on pro").choices(["free", "pro"]);
}

function addProfileOptions(command: Command): Command {
  command
    .option("--description <text>", "its description")
    .option("--logo-url <url>", "its logo's URL", webAddress)
    .option("--contact-email <address>", "its contact email address")
    .option("--contact-phone <number>", "its contact phone number")
    .option("--seo-title <text>", "the home page's title for search engines")
    .option("--seo-description <text>", "the home page's description for search engines")
    .option("--template-key <key>", "the storefront template")
    .option("--template-texts <json>", "the template's texts: section, name, text", json);
  for (const member of themeMembers) {
    command.option(`--${flagOf(["theme", member])} <css>`, `the theme's ${member}, a CSS value`);
  }
  return command
    .option("--time-zone <name>", "where its days begin, such as Europe/Dublin (default: UTC)", timeZone)
    .addOption(
      new Option(
        "--tax <mode>",
        "whether Stripe calculates tax, and whether prices include it (default: off)",
      ).choices(taxModes),
    )
    .option(
      "--agents <protocols>",
      "the protocols with which agents buy, such as acp,ucp: acp (Agentic Commerce Protocol), ucp (Universal Commerce Protocol); empty for none (default: none)",
      protocols,
    )
    .option("--return-policy-url <url>", "the return policy's URL, which agents show to buyers", webAddress)
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
    buyerEmails,
    invoices,
    productPages,
    taxIds,
    agents,
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
    ...(typeof secret === "string" && {
      introspectionClientSecret:
        secret === "" ? null : await readSecret("introspection-client-secret", secret, terminal),
    }),
    ...(published !== undefined && { isPublished: published }),
    ...(payments !== undefined && { paymentsConfigured: payments }),
    ...(repeatSubscriptions !== undefined && { allowsRepeatSubscriptions: repeatSubscriptions }),
    ...(buyerEmails !== undefined && { emailsBuyers: buyerEmails }),
    ...(invoices !== undefined && { createsInvoices: invoices }),
    ...(productPages !== undefined && { hasProductPages: productPages }),
    ...(taxIds !== undefined && { collectsTaxIds: taxIds }),
    ...(agents !== undefined && { sellsThrough: agents }),
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
    emailsBuyers,
    createsInvoices,
    collectsTaxIds,
    planRequestedAt,
    hasProductPages,
    sellsThrough,
    ...texts
  } = store;
  const shown: Record<string, string | null> = {
    id,
    slug,
    name,
    currency,
    plan,
    planRequested: planRequestedAt === null ? null : new Date(planRequestedAt).toISOString(),
    published: yesNo(isPublished),
    payments: yesNo(paymentsConfigured),
    ...texts,
    introspectionClientSecret: store.introspectionClientSecret === null ? null : "(hidden)",
    shipsTo: shipsTo?.join(", ") ?? null,
    repeatSubscriptions: yesNo(allowsRepeatSubscriptions),
    buyerEmails: yesNo(emailsBuyers),
    invoices: yesNo(createsInvoices),
    taxIds: yesNo(collectsTaxIds),
    productPages: yesNo(hasProductPages),
    agents: sellsThrough.join(", ") || null,
    templateTexts: templateTexts === null ? null : JSON.stringify(templateTexts),
    ...Object.fromEntries(themeMembers.map((member) => [`theme ${member}`, theme[member]])),
  };
  const set = Object.entries(shown).flatMap(([name, value]) =>
    value === null ? [] : [[spaced(name), value]],
  );
  return fieldList(Object.fromEntries(set));
}

/** Throws INVALID_REQUEST if the contract couldn't represent the changed store. */
async function checkProfile(change: StoreChange): Promise<void> {
  const { profileFaults } = await import("../../merchants/settings/setting-faults.ts");
  const faults = profileFaults(change).map(({ at, what }) => {
    const [field = "", ...inside] = at.split("/").slice(1);
    if (field === "theme") return `--${flagOf(["theme", ...inside])} ${what}.`;
    return `--${flagOf([field])} ${what}${inside.length > 0 ? ` at ${inside.join(".")}` : ""}.`;
  });
  if (faults.length > 0) throw new ApiError("INVALID_REQUEST", faults.join(" "));
}
