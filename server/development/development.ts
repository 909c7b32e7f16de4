import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { styleText } from "node:util";
import type { Page } from "@counterpart/server/express";
import { createStripeStandIn } from "@counterpart/stripe-stand-in";
import type { Database } from "../database/database.ts";
import { filePath, postgresAddress } from "../database/engines/database-url.ts";
import type { Person } from "../database/queries/people/people.ts";
import { hasOtherStoresSessions } from "../database/queries/sessions/other-stores-sessions.ts";
import { newId } from "../domain/ids.ts";
import type { ProductFiles } from "../merchants/downloads/product-files.ts";
import type { ProviderSettings } from "../payments/provider/provider.ts";
import { pointPicturesHere } from "./pictures.ts";
import { demoSlug, seedDemoStore } from "./seed.ts";

export { startAuthorization } from "./authorization-server.ts";
export { mailFiles, mailPage } from "./mails.ts";
export { picturePages } from "./pictures.ts";

/** Opens the demo store in development. It isn't in the database, so no other process accepts it. */
export const demoKey = "cp_demo_key_for_development_only";

export interface Demo {
  key: string;
  storeId: string;
}

const webhookSecret = "whsec_stand_in";
const standInKey = "sk_test_stand_in";
const standInClient = "ca_stand_in";

export interface DevelopmentPayments {
  settings: ProviderSettings;
  /** Whether it still has the sessions opened before this start. */
  isContinued: boolean;
  close(): Promise<void>;
}

/**
 * Starts the payment stand-in in this process. It sends events to the server's own webhook and saves its
 * state beside the database, so that open pages keep working after a restart.
 */
export async function startPayments(serverUrl: string, databaseUrl: string): Promise<DevelopmentPayments> {
  const endpoint = { url: `${serverUrl}/webhooks/stripe`, secret: webhookSecret };
  const webhooks = [endpoint, { ...endpoint, connect: true }];
  const standIn = createStripeStandIn({ webhooks, stateFile: stateFileOf(databaseUrl) });
  const { url, isContinued, close } = await standIn.listen(undefined, "127.0.0.1");
  const settings = {
    secretKey: standInKey,
    apiBase: url,
    webhookSecrets: [webhookSecret],
    clientId: standInClient,
  };
  return { settings, isContinued, close };
}

/** Finds the stand-in of a server that uses or has used this database; undefined if there was none. */
export async function standInOf(databaseUrl: string): Promise<ProviderSettings | undefined> {
  const known = await readFile(stateFileOf(databaseUrl), "utf8").catch(() => undefined);
  if (known === undefined) return undefined;
  const { url } = JSON.parse(known) as { url: string };
  return { secretKey: standInKey, apiBase: url, webhookSecrets: [webhookSecret] };
}

/** Each database has its own stand-in: `data/counterpart.stripe-stand-in.json` beside `data/counterpart.db`. */
export function stateFileOf(databaseUrl: string): string {
  return besideDatabase(databaseUrl, "stripe-stand-in.json");
}

/** Each database has its own folder of mails: `data/counterpart.mails` beside `data/counterpart.db`. */
export function mailFolderOf(databaseUrl: string): string {
  return besideDatabase(databaseUrl, "mails");
}

function besideDatabase(databaseUrl: string, suffix: string): string {
  const file = filePath(databaseUrl);
  const { dir, name } = file === undefined ? { dir: "data", name: nameOf(databaseUrl) } : path.parse(file);
  return path.join(dir, `${name}.${suffix}`);
}

function nameOf(databaseUrl: string): string {
  const { hosts, schema } = postgresAddress(databaseUrl);
  const database = path.basename(URL.parse(hosts[0].connectionString)?.pathname ?? "") || "postgres";
  return schema === undefined ? database : `${database}.${schema}`;
}

/**
 * Whether the database contains sales of other stores that weren't made through this stand-in. The stand-in
 * and the demo store must not use it then.
 */
export async function hasOtherStores(databaseUrl: string): Promise<boolean> {
  const known = await readFile(stateFileOf(databaseUrl), "utf8").catch(() => "");
  return hasOtherStoresSessions(databaseUrl, demoSlug, (providerId) => known.includes(`"${providerId}"`));
}

/** Creates the demo store in an empty database. Undefined if there are other stores and none called `demo`. */
export async function prepareDemo(
  { database, files }: { database: Database; files?: Pick<ProductFiles, "replace"> | undefined },
  payments: Pick<DevelopmentPayments, "isContinued"> | undefined,
  publicUrl: string,
): Promise<Demo | undefined> {
  // A stand-in that lost its state no longer has the sessions that were open.
  if (payments?.isContinued === false) await database.checkoutSessions.expireAllOpen();
  const store = await seedDemoStore(database, files);
  if (store) await pointPicturesHere(database, store.id, publicUrl);
  return store && { key: demoKey, storeId: store.id };
}

/** The demo store's owner, with a single-use sign-in token for the dashboard. */
export interface DemoOwner {
  token: string;
  signIn(token: string): Person | undefined;
}

/**
 * The owner has no password or passkey and the token exists
 * only in this process, so no other process accepts a sign-in.
 */
export async function prepareOwner({ people }: Database, { storeId }: Demo): Promise<DemoOwner> {
  const owner = { id: newId("person"), email: "owner@harbour.example", storeId, role: "owner" } as const;
  const person = await people.add(owner);
  const token = randomBytes(16).toString("base64url");
  let isUsed = false;
  return {
    token,
    signIn(given) {
      if (given !== token || isUsed) return undefined;
      isUsed = true;
      return person;
    },
  };
}

/** The text that `npm start` prints. */
export function welcome(
  { key }: Demo,
  publicUrl: string,
  { owner, hasMailFiles }: { owner: DemoOwner | undefined; hasMailFiles: boolean },
): string {
  const addresses = {
    API: `${publicUrl}/v1`,
    Docs: `${publicUrl}/docs`,
    ...(owner && { Dashboard: `${publicUrl}/dashboard/sign-in/development?token=${owner.token}` }),
    ...(owner && hasMailFiles && { Emails: `${publicUrl}/dashboard/mails` }),
  };
  return `
  ${styleText("bold", "Counterpart is running.")}

${Object.entries(addresses)
  .map(([name, url]) => `    ${name.padEnd(9)}  ${styleText("cyan", url)}`)
  .join("\n")}

    Demo key   ${key}

  Try it:

    curl -H "Authorization: Bearer ${key}" \\
      ${publicUrl}/v1/catalog
`;
}

/**
 * `POST /demo/tokens?currency=eur&max_amount=5300`: a token for the stand-in's test card, which a person would grant an agent in
 * the agent's own shop window. `{"token": "spt_…"}`.
 */
export function tokenPage({ secretKey, apiBase }: ProviderSettings): Page {
  return {
    method: "POST",
    path: "/demo/tokens",
    handler: async (req, res) => {
      const query = (name: string) => String(req.query[name] ?? "");
      const granted = await fetch(`${apiBase}/v1/test_helpers/shared_payment/granted_tokens`, {
        method: "POST",
        headers: { Authorization: `Bearer ${secretKey}` },
        body: new URLSearchParams({
          payment_method: "pm_card_visa",
          "usage_limits[currency]": query("currency"),
          "usage_limits[max_amount]": query("max_amount"),
        }),
      });
      const { id, error } = (await granted.json()) as { id?: string; error?: { message: string } };
      if (id === undefined) res.status(400).json({ error: error?.message });
      else res.json({ token: id });
    },
  };
}
