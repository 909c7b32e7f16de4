import { loadDocument, type ServiceContext, type ServiceDefinition } from "@counterpart/server";
import { expressPages } from "@counterpart/server/express";
import { ConfigError } from "@counterpart/server/settings";
import { authenticators } from "./authenticators.ts";
import { dashboardPages } from "./dashboard/dashboard-pages.ts";
import { isDatabaseOutage, isTemporary } from "./database/engines/database-errors.ts";
import { slowCallOf } from "./database/slow-statement.ts";
import { withOpeningErrors } from "./database/with-opening-errors.ts";
import { secretPatterns } from "./domain/secret-patterns.ts";
import { sendTimeoutMs } from "./events/mail/mailer.ts";
import { smtpSender } from "./events/mail/smtp.ts";
import { createFindTokenHolder } from "./members/agent-tokens.ts";
import type { Services } from "./operation.ts";
import { apiCatalogPage } from "./pages/api-catalog.ts";
import { buyPages } from "./pages/buyer/buy-page.ts";
import { buyerPages } from "./pages/buyer/buyer-pages.ts";
import { downloadPage } from "./pages/buyer/download-page.ts";
import { invoicePage } from "./pages/buyer/invoice-page.ts";
import { createCountLinkRequest } from "./pages/buyer/link-pages.ts";
import { imagePages } from "./pages/images.ts";
import { ucpProfilePage } from "./pages/ucp-profile.ts";
import { webhookPages } from "./pages/webhooks.ts";
import { createOpenId } from "./people/openid.ts";
import { createPasskeys } from "./people/passkeys.ts";
import { createCountAttempt } from "./people/sign-in-limits.ts";
import { readSettings, type ShopSettings } from "./settings.ts";
import { openShop } from "./shop.ts";

const foreignDatabase =
  "The database at DATABASE_URL has checkouts of stores other than the demo store, and the stand-in for Stripe " +
  "doesn't use such a database. Set NODE_ENV=production, set STRIPE_SECRET_KEY to a test key, or use another database.";

/** The shop service: a database, a payment provider, and in development a demo store with a stand-in provider. */
export const service: ServiceDefinition<ShopSettings, Services> = {
  readSettings,
  secretPatterns,
  mcp: true,
  async open({ settings, document, production, publicUrl, localUrl, limiter, log, telemetry, outages }) {
    // Production doesn't load the stand-in or the demo store.
    const development = production ? undefined : await import("./development/development.ts");
    const hasOtherStores =
      development !== undefined &&
      (await withOpeningErrors(() => development.hasOtherStores(settings.databaseUrl), log));
    if (hasOtherStores && settings.stripe === undefined) throw new ConfigError(foreignDatabase);
    const standIn = settings.stripe
      ? undefined
      : await development?.startPayments(localUrl, settings.databaseUrl);
    const stripe = settings.stripe ?? standIn?.settings;
    if (!stripe) throw new ConfigError("There is no payment provider.");
    const { mail, ...shopSettings } = settings;
    // The mails of other stores are for their buyers, so they aren't written to files.
    const files =
      mail || hasOtherStores
        ? undefined
        : development?.mailFiles(development.mailFolderOf(settings.databaseUrl), publicUrl);
    const sending = mail
      ? {
          sender: { address: mail.from, publicUrl },
          send: smtpSender(mail.server, { timeoutMs: sendTimeoutMs }),
        }
      : files;
    const { services, receiveEvent, dispatcher, mailer, close } = await openShop(
      {
        ...shopSettings,
        ...(sending && { mail: { sender: sending.sender, send: sending.send } }),
        publicUrl,
        production,
        stripe,
        document,
        loadAgentDocument: {
          acp: () => loadDocument(new URL("../generated/acp/openapi.json", import.meta.url)),
          ucp: () => loadDocument(new URL("../generated/ucp/openapi.json", import.meta.url)),
        },
      },
      Date.now,
      log,
      telemetry,
      outages,
    );
    outages.watch({
      name: "database",
      isOutage: isDatabaseOutage,
      slowCall: slowCallOf,
      ping: services.database.ping,
    });
    if (!settings.images) {
      log.warn(
        "images and files can't be uploaded, because neither IMAGES_FOLDER nor IMAGES_BUCKET_URL is set",
      );
    }
    dispatcher.start();
    mailer?.start();
    const demo = hasOtherStores ? undefined : await development?.prepareDemo(services, standIn, publicUrl);
    const audience = `${publicUrl}/mcp`;
    const authorization =
      demo && !settings.agentTokens ? await development?.startAuthorization(audience) : undefined;
    const agentTokens = settings.agentTokens ?? authorization?.settings;
    const hasDashboard = settings.hasDashboard && isSafeForDashboard({ publicUrl, production, log });
    const owner = hasDashboard && demo ? await development?.prepareOwner(services.database, demo) : undefined;
    const countRequest = createCountLinkRequest(limiter);
    const greeting =
      demo && development?.welcome(demo, publicUrl, { owner, hasMailFiles: files !== undefined });
    return {
      services,
      authenticators: authenticators(
        demo ? { ...services, demo } : services,
        agentTokens &&
          createFindTokenHolder({
            settings: agentTokens,
            database: services.database,
            audience,
            production,
            clock: Date.now,
          }),
      ),
      ...(agentTokens && { authorizationServers: [agentTokens.issuer] }),
      pages: expressPages([
        ...buyerPages({ services, log, developer: production ? undefined : { apiUrl: publicUrl, demo } }),
        ...webhookPages(receiveEvent),
        ...buyPages({ services, countRequest, log }),
        downloadPage({ services, countRequest, log }),
        invoicePage({ services, countRequest, log }),
        apiCatalogPage(publicUrl),
        ucpProfilePage({ database: services.database, publicUrl, log }),
        ...(services.images ? imagePages(services.images) : []),
        ...(hasDashboard
          ? dashboardPages({
              services: {
                ...services,
                ...(demo && { demo }),
                publicUrl,
                production,
                signUp: settings.signUp,
                clock: Date.now,
                log,
                countAttempt: createCountAttempt(limiter),
                passkeys: createPasskeys({ database: services.database, publicUrl }),
                openId:
                  settings.openId &&
                  createOpenId({
                    settings: settings.openId,
                    database: services.database,
                    redirectUri: `${publicUrl}/dashboard/sign-in/openid/callback`,
                    production,
                  }),
                developmentSignIn: owner?.signIn,
                developmentMails: files?.mails,
              },
              isTemporary,
            })
          : []),
        ...(development?.picturePages() ?? []),
        ...(development && standIn ? [development.tokenPage(standIn.settings)] : []),
        ...(development && files ? [development.mailPage(files.mails)] : []),
      ]),
      idempotencyStore: services.database.idempotencyKeys,
      ping: services.database.ping,
      isPoolFull: services.database.isFull,
      isTemporary,
      ...(greeting !== undefined && { greeting }),
      close: async () => {
        await close();
        await standIn?.close();
        await authorization?.close();
      },
    };
  },
};

/** Without TLS, anyone on the network path could read the session cookie. Browsers treat localhost as secure. */
function isSafeForDashboard({
  publicUrl,
  production,
  log,
}: Pick<ServiceContext<ShopSettings>, "publicUrl" | "production" | "log">): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  if (!production || protocol === "https:" || hostname === "localhost") return true;
  log.warn("the dashboard is off, because PUBLIC_URL doesn't begin with https://");
  return false;
}
