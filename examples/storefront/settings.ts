import { randomBytes } from "node:crypto";

export interface Settings {
  apiUrl: string;
  apiKey: string;
  /** Where visitors reach the storefront, without a slash at the end. */
  publicUrl: string;
  /** Signs the visitors' cookies, and the links to orders. */
  cookieSecret: string;
  /** Verifies the shop's events. Without it, no events are received. */
  webhookSecret?: string;
  port: number;
  host: string;
}

/** The defaults match a shop started with `npm start` on the same machine. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const port = Number(env.PORT ?? 4000);
  return {
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${port}`,
    apiUrl: env.API_URL ?? "http://localhost:3000",
    apiKey: env.API_KEY ?? "cp_demo_key_for_development_only",
    // Without your own secret, carts and the links to orders are lost when the storefront restarts.
    cookieSecret: env.COOKIE_SECRET ?? randomBytes(32).toString("base64url"),
    ...(env.WEBHOOK_SECRET && { webhookSecret: env.WEBHOOK_SECRET }),
    port,
    // Only this machine: it holds a key.
    host: env.HOST ?? "127.0.0.1",
  };
}
