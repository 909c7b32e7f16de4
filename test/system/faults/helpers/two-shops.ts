import { createStripeStandIn } from "@counterpart/stripe-stand-in";
import { onTestFinished } from "vitest";
import { createApiClient } from "../../../../generated/client.ts";
import { openDatabase } from "../../../../server/database/database.ts";
import { createProductFiles } from "../../../../server/merchants/downloads/product-files.ts";
import { folderFiles } from "../../../../server/merchants/images/folder-files.ts";
import { newToken } from "../../../../server/people/invitations.ts";
import { createVisitor } from "../../../dashboard/dashboard-visitor.ts";
import { seedMerchant } from "../../../helpers/data/seed-merchant.ts";
import { emptySqlite, type NewDatabase } from "../../../helpers/data/test-database.ts";
import { noLimits, startServer } from "../../../helpers/processes/server-process.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { type Merchant, sampleProducts } from "../../../helpers/world.ts";
import { asker } from "./load.ts";

export type TwoShops = Awaited<ReturnType<typeof openTwoShops>>;

/**
 * One server process with two stores, one of which attacks the other. It runs in development, where receivers and
 * authentication systems may be on this machine.
 * @param env further variables of the server
 * @param command the command that starts Node, if not the default
 * @param newDatabase SQLite by default
 */
export async function openTwoShops(
  env: Record<string, string> = {},
  command: string[] = [],
  newDatabase: NewDatabase = emptySqlite,
) {
  const testDatabase = await newDatabase();
  onTestFinished(() => testDatabase.drop());
  const standIn = createStripeStandIn();
  const listening = await standIn.listen(0, "127.0.0.1");
  onTestFinished(() => listening.close());
  const database = await openDatabase(testDatabase.url, Date.now);
  onTestFinished(() => database.close());
  const hostile = await seedMerchant(database, { slug: "hostile", name: "Hostile" }, sampleProducts);
  const good = await seedMerchant(database, { slug: "good", name: "Good" }, sampleProducts);
  const publicUrl = "http://counterpart.test";
  const imagesFolder = await temporaryFolder();
  const settings = {
    ...noLimits,
    IMAGES_FOLDER: imagesFolder,
    PORT: "0",
    HOST: "127.0.0.1",
    PUBLIC_URL: publicUrl,
    DATABASE_URL: testDatabase.url,
    STRIPE_SECRET_KEY: "sk_test_process",
    STRIPE_WEBHOOK_SECRET: "whsec_process",
    STRIPE_API_BASE: listening.url,
    ...env,
  };
  const server = await startServer(settings, command);
  const merchantOf = (seeded: typeof good): Merchant => ({
    ...seeded,
    client: createApiClient({ baseUrl: server.url, auth: { apiKey: seeded.key } }),
  });

  /** A browser that is signed in as a new person with this role. */
  async function personOf({ store }: typeof good, name: string, role: "owner" | "staff" = "owner") {
    const person = await database.people.add({
      id: `person_${name}`,
      email: `${name}@example.com`,
      storeId: store.id,
      role,
    });
    const token = newToken();
    await database.dashboardSessions.start(token, person.id);
    const visitor = createVisitor(server, publicUrl);
    visitor.cookies.set("counterpart-session", token);
    return { ...visitor, person, home: `/dashboard/stores/${store.slug}` };
  }

  return {
    server,
    database,
    stripe: standIn.control,
    /** Of products, in the server's folder. */
    files: createProductFiles({ database, files: folderFiles(imagesFolder), maxBytesPerStore: 1024 ** 3 }),
    hostile: merchantOf(hostile),
    good: merchantOf(good),
    personOf,
    visitor: () => createVisitor(server, publicUrl),
    /** Requests of the good store. */
    ask: asker(server.url, good.key),
    askHostile: asker(server.url, hostile.key),
    /** Requests with any key. */
    askWith: (key: string) => asker(server.url, key),
  };
}
