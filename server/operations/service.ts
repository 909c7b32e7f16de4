import { ConfigError } from "../config.ts";
import { openingDatabase } from "../opening.ts";
import { buyerPages } from "../pages/buyer/buyer-pages.ts";
import { webhookPages } from "../pages/webhooks.ts";
import type { Service } from "../service.ts";
import { openServices } from "../services.ts";
import { readSettings, type Settings } from "../settings.ts";
import { isDatabaseAway } from "../store/database-errors.ts";
import { authenticators } from "./authenticators.ts";
import type { Services } from "./operation.ts";

const foreignDatabase =
  "The database that DATABASE_URL names has the checkouts of stores other than the demo store, and the stand-in for " +
  "Stripe keeps away from those: set NODE_ENV=production, or STRIPE_SECRET_KEY to a test key, or name another database.";

/** A shop: its database, its payment provider, and in development a demo store with a stand-in for the provider. */
export const service: Service<Settings, Services> = {
  readSettings,
  async open({ settings, production, publicUrl, localUrl, log, telemetry }) {
    // The stand-in and the demo store aren't even loaded in production.
    const development = production ? undefined : await import("../development.ts");
    const isForeign =
      development !== undefined && (await openingDatabase(() => development.isForeign(settings.databaseUrl)));
    if (isForeign && settings.stripe === undefined) throw new ConfigError(foreignDatabase);
    const standIn = settings.stripe
      ? undefined
      : await development?.startPayments(localUrl, settings.databaseUrl);
    const stripe = settings.stripe ?? standIn?.settings;
    if (!stripe) throw new ConfigError("There is no payment provider.");
    const { services, limiter, receiveEvent, close } = await openServices(
      { ...settings, publicUrl, production, stripe },
      Date.now,
      log,
      telemetry,
    );
    const demo = isForeign ? undefined : await development?.prepareDemo(services.store, standIn);
    const greeting = demo && development?.welcome(demo, publicUrl);
    return {
      services,
      authenticators: authenticators(demo ? { ...services, demo } : services),
      limiter,
      pages: [
        ...buyerPages({
          services,
          log,
          developer: production ? undefined : { apiUrl: publicUrl, demo },
        }),
        ...webhookPages(receiveEvent),
      ],
      ping: services.store.ping,
      isPoolFull: services.store.isFull,
      isTemporary: isDatabaseAway,
      ...(greeting !== undefined && { greeting }),
      close: async () => {
        await close();
        await standIn?.close();
      },
    };
  },
};
