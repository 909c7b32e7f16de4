import { ApiError } from "@counterpart/server/errors";
import { Option } from "commander";
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
import { instant } from "../output/instants.ts";
import { closePages, payableValue } from "../output/payable-pages.ts";
import { fieldList, listing, table, yesNo } from "../output/table.ts";
import type { ShopCommand } from "../shop-command.ts";
import { type AnswerOptions, answer, noSuchStore, storeOf, type Terminal, wrongUsage } from "../terminal.ts";

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

/** The fields that are on or off, by their options. */
const switches = {
  published: "isPublished",
  payments: "paymentsConfigured",
  repeatSubscriptions: "allowsRepeatSubscriptions",
  buyerEmails: "emailsBuyers",
  invoices: "createsInvoices",
  taxIds: "collectsTaxIds",
  productPages: "hasProductPages",
} as const satisfies Record<string, keyof Store>;

type Switch = keyof typeof switches;

const switchNames = Object.keys(switches) as Switch[];

/** Commander's options, named after the flags. */
interface Options
  extends AnswerOptions,
    Partial<Omit<Store, "id" | "theme" | (typeof switches)[Switch]>>,
    Partial<Record<Switch, boolean>> {
  agents?: AgentProtocol[];
  [themeMember: `theme${string}`]: string | null;
}

export function addStoreCommands(counterpart: ShopCommand): void {
  const { terminal } = counterpart;
  const stores = counterpart.command("stores").description("Manage the stores and their profiles.");

  const create = stores
    .add("create", "Create a store.")
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
      const { slug, name, currency } = options;
      const wanted = { ...(await changeOf(options, terminal)), slug, name, currency };
      await checkProfile(wanted);
      await answer(terminal, options, async (database, by) => {
        const store = await database.stores.create(wanted, by);
        if (!store) throw new ApiError("CONFLICT", `Another store already has the slug "${options.slug}".`);
        const problems = await problemsFor(terminal, database, store);
        return {
          value: withoutSecret(store),
          text: `Created the store ${store.slug}.\n\n${profile(store)}`,
          note: problems,
        };
      });
    },
  );

  const update = stores
    .add("update", "Change a store. Only the given fields change.")
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
      throw wrongUsage("Give at least one field to change. `stores update --help` lists them.");
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
        note: problems,
      };
    });
  });

  stores
    .add("show", "Show a store with all its settings. `payments status` shows what it still needs to sell.")
    .argument("<slug>", "the store's slug")
    .reads(async ({ database }, known: string) => {
      const store = await storeOf(database, known);
      return { value: withoutSecret(store), text: profile(store) };
    });

  stores
    .add("overview", "Show a store's sales of the last 30 days and what needs attention.")
    .argument("<slug>", "the store's slug")
    .reads(async ({ database }, known: string) => {
      const store = await storeOf(database, known);
      const { id: storeId, currency, timeZone } = store;
      const wanted = { storeId, currency, days: 30, now: Date.now(), timeZone };
      const days = await database.overview.days(wanted);
      const needsAction = await database.overview.needsAction(storeId);
      const rows = days.map(({ day, orders, amount }) => [
        localTime(day, timeZone).day,
        orders,
        displayAmount(amount, currency),
      ]);
      const waiting = Object.entries(needsAction).map(([name, count]) => [spaced(name), count]);
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
        note,
        text: `${table([`day (${timeZone})`, "orders", "paid"], rows)}\n\n${[fieldList(Object.fromEntries(waiting)), ...problems].join("\n")}`,
      };
    });

  stores.add("list", "List all stores.").reads(async ({ database }) => {
    const list = await database.stores.list();
    const rows = list.map(({ slug, name, currency, plan, isPublished, paymentsConfigured }) => [
      ...[slug, name, currency, plan],
      ...[isPublished, paymentsConfigured].map(yesNo),
    ]);
    const heading = ["slug", "name", "currency", "plan", "published", "payments"];
    return { value: list.map(withoutSecret), text: listing(heading, rows, "There are no stores.") };
  });
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

function addProfileOptions(command: ShopCommand): ShopCommand {
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
    .explain('\nAn empty value, such as --description "", removes the value.');
}

/** Converts the options to a change of the store's fields. Throws INVALID_REQUEST for invalid values. */
async function changeOf(options: Options, terminal: Terminal): Promise<StoreChange> {
  const { json, introspectionClientSecret: secret, agents, ...others } = options;
  checkIntrospectionUrl(options, terminal);
  // Commander turns null into an empty string, so an empty value becomes null only here.
  const fields = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, value === "" ? null : value]),
  );
  /** Takes an option out of the fields; nothing if it isn't given. */
  const take = (option: string, name: string) => {
    const { [option]: value } = fields;
    delete fields[option];
    return value === undefined ? [] : [[name, value]];
  };
  const theme = themeMembers.flatMap((member) =>
    take(`theme${member.charAt(0).toUpperCase()}${member.slice(1)}`, member),
  );
  const switched = switchNames.flatMap((name) => take(name, switches[name]));
  return {
    ...fields,
    ...(typeof secret === "string" && {
      introspectionClientSecret:
        secret === "" ? null : await readSecret("introspection-client-secret", secret, terminal),
    }),
    ...Object.fromEntries(switched),
    ...(agents !== undefined && { sellsThrough: agents }),
    ...(theme.length > 0 && { theme: Object.fromEntries(theme) }),
  };
}

function checkIntrospectionUrl({ introspectionUrl: url }: Options, { env }: Terminal): void {
  if (!url || isSafeIntrospectionUrl(url, { production: env.NODE_ENV === "production" })) return;
  throw wrongUsage(
    "--introspection-url must begin with https://, because it receives the members' tokens. In development it may also be on this machine, such as http://localhost:4000/introspect.",
  );
}

/** Omits the secret, which gives access to the merchant's authentication system, from lists and logs. */
function withoutSecret({ id, slug, name, introspectionClientSecret: _, isTaxSetUp: __, ...rest }: Store) {
  return { id, slug, name, ...rest };
}

function profile(store: Store): string {
  const { id, slug, name, currency, plan, planRequestedAt, templateTexts, shipsTo, sellsThrough } = store;
  const { published, payments, ...others } = Object.fromEntries(
    switchNames.map((option) => [option, yesNo(store[switches[option]])]),
  );
  const shown: Record<string, string | null | undefined> = {
    ...{ id, slug, name, currency, plan },
    planRequested: planRequestedAt === null ? null : instant(planRequestedAt),
    ...{ published, payments },
    ...Object.fromEntries(Object.entries(store).filter(([, value]) => typeof value === "string")),
    introspectionClientSecret: store.introspectionClientSecret === null ? null : "(hidden)",
    shipsTo: shipsTo?.join(", ") ?? null,
    ...others,
    agents: sellsThrough.join(", ") || null,
    templateTexts: templateTexts === null ? null : JSON.stringify(templateTexts),
    ...Object.fromEntries(themeMembers.map((member) => [`theme ${member}`, store.theme[member]])),
  };
  const set = Object.entries(shown).filter(([, value]) => value !== null);
  return fieldList(Object.fromEntries(set.map(([name, value]) => [spaced(name), value])));
}

/** Throws INVALID_REQUEST if the contract couldn't represent the changed store. */
async function checkProfile(change: StoreChange): Promise<void> {
  const { profileFaults } = await import("../../merchants/settings/setting-faults.ts");
  const faults = profileFaults(change).map(({ at, what }) => {
    const [field = "", ...inside] = at.split("/").slice(1);
    if (field === "theme") return `--${flagOf(["theme", ...inside])} ${what}.`;
    return `--${flagOf([field])} ${what}${inside.length > 0 ? ` at ${inside.join(".")}` : ""}.`;
  });
  if (faults.length > 0) throw wrongUsage(faults.join(" "));
}
