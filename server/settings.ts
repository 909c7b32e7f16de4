import {
  checked,
  type Environment,
  oneOf,
  type ReadText,
  readSecretFiles,
  readVariables,
  text,
  variable,
  webAddress,
  wholeNumber,
} from "@counterpart/server/settings";
import {
  defaultDatabaseUrl,
  filePath,
  isDatabaseUrl,
  postgresMistake,
} from "./database/engines/database-url.ts";
import type { DatabaseOptions } from "./database/engines/engine.ts";
import type { CatalogLimits } from "./domain/catalog-limits.ts";
import { normalizeEmail } from "./domain/email-address.ts";
import { readSmtpUrl, type SmtpSettings } from "./domain/mails/smtp-url.ts";
import type { AgentTokenSettings } from "./members/agent-tokens.ts";
import type { ImageSettings } from "./merchants/images/image-files.ts";
import {
  imageMistakes,
  imageSecrets,
  imageSettings,
  imageVariables,
} from "./merchants/images/image-settings.ts";
import type { OpenIdSettings } from "./people/openid.ts";
import { type SignUp, signUpModes } from "./people/sign-up.ts";

/** The shop's environment variables: database and payment provider. */
export interface ShopSettings {
  databaseUrl: string;
  /** A standby that serves reads of catalogs and products. */
  readUrl?: string;
  /** Only the options that are set. */
  databaseOptions?: DatabaseOptions;
  /** Those that are set. */
  catalogLimits?: Partial<CatalogLimits>;
  /** Whether startup runs the migrations. */
  migratesAtStart: boolean;
  /** Undefined in development without keys, which uses the stand-in. */
  stripe?: { secretKey: string; webhookSecrets: string[]; apiBase?: string; clientId?: string };
  /** Undefined if images aren't uploaded. */
  images?: ImageSettings;
  /** Whether the merchants' dashboard is served. */
  hasDashboard: boolean;
  /** Who may create a store in the dashboard. */
  signUp: SignUp;
  /** Undefined if people only sign in with passwords and passkeys. */
  openId?: OpenIdSettings;
  /** Undefined if agents only have keys. */
  agentTokens?: AgentTokenSettings;
  /** Undefined if no email is sent. */
  mail?: { server: SmtpSettings; from: string };
}

const printable = text(/^\P{Cc}+$/u, "must not contain line breaks");

/** `npm run docs:reference` writes these to docs/reference/variables.md. */
export const shopVariables = {
  DATABASE_URL: variable({
    read: checked(databaseMistake),
    unset: defaultDatabaseUrl,
    secret: true,
    default: "`file:./data/counterpart.db`",
    description:
      "The database: `file:…`, or `postgres://user:password@host:5432/database?schema=…`, with several hosts separated by commas. See [Databases](../operating/databases.md).",
  }),
  DATABASE_READ_URL: variable({
    read: text(
      (url) =>
        isDatabaseUrl(url) && filePath(url) === undefined && postgresMistake(url, ["any"]) === undefined,
      "must be the address of a PostgreSQL standby, like postgres://user:password@host:5432/database",
    ),
    secret: true,
    default: "the same",
    description:
      "PostgreSQL: a standby for reads of catalogs and products. See [Beyond one database](../operating/beyond-one-database.md).",
  }),
  DATABASE_POOL_SIZE: variable({
    read: wholeNumber(1, 1000),
    default: "`20`",
    description:
      "PostgreSQL: connections per process that work for callers, 1 to 1000. See [Connections](../operating/databases.md#connections).",
  }),
  DATABASE_STATEMENT_TIMEOUT_MS: variable({
    read: wholeNumber(100, 600_000),
    default: "`5000`",
    description: "PostgreSQL: how long a statement may run, 100 to 600000.",
  }),
  DATABASE_CONNECT_TIMEOUT_MS: variable({
    read: wholeNumber(100, 60_000),
    default: "`3000`",
    description: "PostgreSQL: how long to wait for a connection, 100 to 60000.",
  }),
  CATALOG_MAX_PRODUCTS: variable({
    read: wholeNumber(1, 10_000_000),
    default: "`500000`",
    description:
      "Products on sale up to which a store's catalog is read in one response, 1 to 10000000. Larger ones are read in pages. See [Large catalogs](../operating/stores.md#large-catalogs).",
  }),
  MIGRATE_AT_START: variable({
    read: oneOf(["true", "false"]),
    default: "`true`",
    description:
      "`false`: neither the server nor commands migrate. Both refuse a database with pending migrations and print the command to run.",
  }),
  STRIPE_SECRET_KEY: variable({
    read: text(/^(sk|rk)_\S+$/, "must be one key that begins with sk_ or rk_"),
    secret: true,
    default: "the stand-in; required in production",
    description: "`sk_…` or `rk_…`. Live keys work in production only.",
  }),
  STRIPE_WEBHOOK_SECRET: variable({
    read: readWebhookSecrets,
    secret: true,
    default: "required in production",
    description: "`whsec_…`, several separated by commas while you rotate them.",
  }),
  STRIPE_API_BASE: variable({
    read: webAddress,
    default: "Stripe's",
    description: "Another address of Stripe's API, such as the stand-in's.",
  }),
  SMTP_URL: variable({
    read: text((url) => readSmtpUrl(url) !== undefined, "must be like smtp://user:password@host:587"),
    secret: true,
    default: "no email is sent",
    description:
      "The mail server: `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`. With a user, the connection must be encrypted. See [Email](../operating/mail.md).",
  }),
  MAIL_FROM: variable({
    read: text((email) => normalizeEmail(email) === email.toLowerCase(), "must be an email address"),
    default: "required with `SMTP_URL`",
    description: "The address that emails come from, such as `orders@shop.example`.",
  }),
  OPENID_ISSUER: variable({
    read: webAddress,
    default: "none",
    description: "Address of an OpenID provider for signing in to the dashboard.",
  }),
  OPENID_CLIENT_ID: variable({
    read: printable,
    default: "required with `OPENID_ISSUER`",
    description: "Client ID of this service at the provider.",
  }),
  OPENID_CLIENT_SECRET: variable({
    read: printable,
    secret: true,
    default: "required with `OPENID_ISSUER`",
    description: "Client secret at the provider.",
  }),
  OPENID_NAME: variable({
    read: printable,
    unset: "OpenID",
    default: "`OpenID`",
    description: "Name of the provider on the sign-in button.",
  }),
  AGENT_ISSUER: variable({
    read: webAddress,
    default: "agents only have keys",
    description:
      "Address of an OpenID provider whose access tokens agents may use instead of keys. See [Agents](../agents.md#sign-in-instead-of-a-key).",
  }),
  AGENT_STORE: variable({
    read: printable,
    default: "required with `AGENT_ISSUER`",
    description: "Slug of the store that these tokens act for.",
  }),
  DASHBOARD: variable({
    read: oneOf(["true", "false"]),
    default: "`true`",
    description: "`false` turns off the merchants' dashboard.",
  }),
  SIGN_UP: variable({
    read: oneOf(signUpModes),
    default: "`off`",
    description:
      "Who may create a store in the dashboard: `off`, people with an `invitation` from `users invite-merchant`, or everyone (`open`), which requires `SMTP_URL`. See [Stores](../operating/stores.md#sign-up).",
  }),
  STRIPE_CLIENT_ID: variable({
    read: text(/^ca_\w+$/, "must be a client ID that begins with ca_"),
    default: "only the operator connects accounts",
    description:
      "`ca_…` of your Connect platform, so that owners can connect their Stripe accounts in the dashboard. Register `PUBLIC_URL/dashboard/payments/connected` as its redirect URL.",
  }),
  ...imageVariables,
};

function databaseMistake(url: string): string | undefined {
  if (!isDatabaseUrl(url)) return "must begin with file: or postgres://";
  return filePath(url) === undefined ? postgresMistake(url) : undefined;
}

/** Reads a list separated by commas. */
function readWebhookSecrets(list: string): ReturnType<ReadText<string[]>> {
  const found = list.split(",").map((secret) => secret.trim());
  return found.every((secret) => /^whsec_\S+$/.test(secret))
    ? found
    : { mistake: "must be one or more secrets that begin with whsec_, separated by commas" };
}

/** Each of these may be read from a file, named by `…_FILE`. */
const secrets = [
  "DATABASE_URL",
  "DATABASE_READ_URL",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "OPENID_CLIENT_SECRET",
  ...imageSecrets,
  "SMTP_URL",
];

export function readSettings(environment: Environment): ShopSettings | undefined {
  environment.mistakes.push(...readSecretFiles(environment.given, secrets));
  const { given, production, mistakes } = environment;
  const values = readVariables(shopVariables, environment);
  const databaseOptions: DatabaseOptions = {
    ...(values?.DATABASE_POOL_SIZE !== undefined && { poolSize: values.DATABASE_POOL_SIZE }),
    ...(values?.DATABASE_STATEMENT_TIMEOUT_MS !== undefined && {
      statementTimeoutMs: values.DATABASE_STATEMENT_TIMEOUT_MS,
    }),
    ...(values?.DATABASE_CONNECT_TIMEOUT_MS !== undefined && {
      connectTimeoutMs: values.DATABASE_CONNECT_TIMEOUT_MS,
    }),
  };
  mistakes.push(
    ...openIdMistakes(environment),
    ...agentTokenMistakes(environment),
    ...imageMistakes(environment),
  );
  const images = values && imageSettings(values, environment);
  if (given.SMTP_URL !== undefined && given.MAIL_FROM === undefined)
    mistakes.push("MAIL_FROM is required with SMTP_URL");
  if (production && given.SIGN_UP === "open" && given.SMTP_URL === undefined)
    mistakes.push("SIGN_UP=open requires SMTP_URL, because people confirm their address by email");
  if (given.SMTP_URL === undefined && given.MAIL_FROM !== undefined)
    mistakes.push("MAIL_FROM requires SMTP_URL");
  if (values?.DATABASE_READ_URL !== undefined && filePath(values.DATABASE_URL) !== undefined) {
    mistakes.push("DATABASE_READ_URL requires a DATABASE_URL that begins with postgres://");
  }
  if (production) {
    for (const name of ["PUBLIC_URL", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"]) {
      const isFaulty = mistakes.some((mistake) => mistake.startsWith(`${name}_FILE `));
      if (given[name] === undefined && !isFaulty) mistakes.push(`${name} is required in production`);
    }
  } else if (given.STRIPE_SECRET_KEY !== undefined) {
    if (/^(sk|rk)_live_/.test(given.STRIPE_SECRET_KEY)) {
      mistakes.push(
        "STRIPE_SECRET_KEY is a live key, which moves real money: it requires NODE_ENV=production",
      );
    }
  } else {
    for (const name of ["STRIPE_WEBHOOK_SECRET", "STRIPE_API_BASE", "STRIPE_CLIENT_ID"]) {
      if (given[name] !== undefined) mistakes.push(`${name} requires STRIPE_SECRET_KEY`);
    }
  }
  return (
    values && {
      databaseUrl: values.DATABASE_URL,
      ...(values.DATABASE_READ_URL !== undefined && { readUrl: values.DATABASE_READ_URL }),
      ...(values.CATALOG_MAX_PRODUCTS !== undefined && {
        catalogLimits: { maxProducts: values.CATALOG_MAX_PRODUCTS },
      }),
      ...(images && { images }),
      hasDashboard: values.DASHBOARD !== "false",
      signUp: values.SIGN_UP ?? "off",
      ...(values.OPENID_ISSUER !== undefined && {
        openId: {
          issuer: values.OPENID_ISSUER,
          clientId: values.OPENID_CLIENT_ID ?? "",
          clientSecret: values.OPENID_CLIENT_SECRET ?? "",
          name: values.OPENID_NAME,
        },
      }),
      ...(values.AGENT_ISSUER !== undefined && {
        agentTokens: { issuer: values.AGENT_ISSUER, store: values.AGENT_STORE ?? "" },
      }),
      ...mailSettings(values.SMTP_URL, values.MAIL_FROM),
      migratesAtStart: values.MIGRATE_AT_START !== "false",
      ...(Object.keys(databaseOptions).length > 0 && { databaseOptions }),
      ...(values.STRIPE_SECRET_KEY !== undefined && {
        stripe: {
          secretKey: values.STRIPE_SECRET_KEY,
          webhookSecrets: values.STRIPE_WEBHOOK_SECRET ?? [],
          ...(values.STRIPE_API_BASE !== undefined && { apiBase: values.STRIPE_API_BASE }),
          ...(values.STRIPE_CLIENT_ID !== undefined && { clientId: values.STRIPE_CLIENT_ID }),
        },
      }),
    }
  );
}

function mailSettings(
  url: string | undefined,
  from: string | undefined,
): { mail?: NonNullable<ShopSettings["mail"]> } {
  const server = url === undefined ? undefined : readSmtpUrl(url);
  return server && from !== undefined ? { mail: { server, from } } : {};
}

/** The three variables must be set together. */
function openIdMistakes({ given, production }: Environment): string[] {
  const names = ["OPENID_ISSUER", "OPENID_CLIENT_ID", "OPENID_CLIENT_SECRET"];
  const missing = names.filter((name) => given[name] === undefined);
  if (missing.length === names.length) return [];
  const isInsecure = production && given.OPENID_ISSUER?.startsWith("http:");
  return [
    ...missing.map((name) => `${name} is required to sign in with OpenID`),
    ...(isInsecure ? ["OPENID_ISSUER must begin with https:// in production"] : []),
  ];
}

/** The two variables must be set together. */
function agentTokenMistakes({ given, production }: Environment): string[] {
  const { AGENT_ISSUER: issuer, AGENT_STORE: store } = given;
  const isInsecure = production && issuer?.startsWith("http:");
  return [
    ...((issuer === undefined) === (store === undefined)
      ? []
      : ["AGENT_ISSUER and AGENT_STORE must be set together"]),
    ...(isInsecure ? ["AGENT_ISSUER must begin with https:// in production"] : []),
  ];
}
