import { ApiError } from "@counterpart/server/errors";
import type { Provider, ProviderSettings } from "../../payments/provider/provider.ts";
import { databaseUrl, type Terminal, wrongUsage } from "../terminal.ts";

/** Opens the payment provider with the server's variables. Throws INVALID_REQUEST if there is none. */
export async function openProvider(terminal: Terminal): Promise<Provider> {
  const { createProvider } = await import("../../payments/provider/provider.ts");
  return createProvider(await settingsOf(terminal), Date.now);
}

async function settingsOf(terminal: Terminal): Promise<ProviderSettings> {
  const { readSecretFiles } = await import("@counterpart/server/settings");
  const given = { ...terminal.env };
  const [mistake] = readSecretFiles(given, ["STRIPE_SECRET_KEY"]);
  if (mistake !== undefined) throw new ApiError("INTERNAL_ERROR", `${mistake}.`);
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase, NODE_ENV } = given;
  if (secretKey) return { secretKey, webhookSecrets: [], ...(apiBase && { apiBase }) };
  // Production doesn't load the stand-in.
  const standIn = NODE_ENV === "production" ? undefined : await findStandIn(await databaseUrl(terminal));
  if (standIn) return standIn;
  throw wrongUsage("Set STRIPE_SECRET_KEY: this command calls the payment provider.");
}

async function findStandIn(url: string): Promise<ProviderSettings | undefined> {
  // An installation for production doesn't have the stand-in.
  const development = await import("../../development/development.ts").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
  });
  return development?.standInOf(url);
}
