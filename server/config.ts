import { z } from "zod";
import type { RateLimit } from "./http/document.ts";
import { defaultDatabaseUrl } from "./store/database-url.ts";

export interface Config {
  production: boolean;
  port: number;
  host: string;
  /** Without a trailing slash. Undefined in development: then it is localhost and the port. */
  publicUrl?: string;
  databaseUrl: string;
  /** The document's limits, with what RATE_LIMITS changes. */
  rateLimits: Record<string, RateLimit>;
  /** Undefined in development without keys: then the stand-in takes the provider's place. */
  stripe?: { secretKey: string; webhookSecrets: string[]; apiBase?: string };
}

export class ConfigError extends Error {}

const port = z.coerce.number({ error: "must be a port number" }).int().min(0).max(65535);
const webAddress = z.url({
  protocol: /^https?$/,
  error: "must be an address that begins with http:// or https://",
});

const environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: port.default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: webAddress.optional(),
  DATABASE_URL: z
    .string()
    .regex(/^(file:|postgres(ql)?:\/\/)./, "must begin with file: or postgres://")
    .default(defaultDatabaseUrl),
  RATE_LIMITS: z.string().default(""),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, "must begin with sk_ or rk_")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, "must begin with whsec_")
    .optional(),
  STRIPE_API_BASE: webAddress.optional(),
});

/**
 * Strings become decisions. Throws one ConfigError that names every mistake, by variable, without their values.
 * @param documentLimits the limits in the document's `x-rate-limits`
 */
export function readConfig(
  env: Record<string, string | undefined>,
  documentLimits: Record<string, RateLimit>,
): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environment.safeParse(given);
  const mistakes = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);

  const production = given.NODE_ENV === "production";
  if (production) {
    for (const name of ["PUBLIC_URL", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"]) {
      if (given[name] === undefined) mistakes.push(`${name} is needed in production`);
    }
  } else if (given.STRIPE_SECRET_KEY === undefined) {
    for (const name of ["STRIPE_WEBHOOK_SECRET", "STRIPE_API_BASE"]) {
      if (given[name] !== undefined) mistakes.push(`${name} is of no use without STRIPE_SECRET_KEY`);
    }
  }
  const rateLimits = readRateLimits(given.RATE_LIMITS ?? "", documentLimits, mistakes);
  if (!parsed.success || mistakes.length > 0) {
    throw new ConfigError(
      `The configuration has mistakes:\n${mistakes.map((mistake) => `- ${mistake}`).join("\n")}`,
    );
  }
  const values = parsed.data;
  return {
    production,
    port: values.PORT,
    host: values.HOST ?? (production ? "0.0.0.0" : "127.0.0.1"),
    ...(values.PUBLIC_URL !== undefined && { publicUrl: values.PUBLIC_URL.replace(/\/$/, "") }),
    databaseUrl: values.DATABASE_URL,
    rateLimits,
    ...(values.STRIPE_SECRET_KEY !== undefined && {
      stripe: {
        secretKey: values.STRIPE_SECRET_KEY,
        webhookSecrets: (values.STRIPE_WEBHOOK_SECRET ?? "").split(",").filter(Boolean),
        ...(values.STRIPE_API_BASE !== undefined && { apiBase: values.STRIPE_API_BASE }),
      },
    }),
  };
}

/** `global=120,checkout=30`: requests a window; the window stays the document's. */
function readRateLimits(
  text: string,
  documentLimits: Record<string, RateLimit>,
  mistakes: string[],
): Record<string, RateLimit> {
  const limits = structuredClone(documentLimits);
  for (const part of text.split(",").filter(Boolean)) {
    const [, scope = "", number = ""] = /^\s*([^=\s]+)\s*=\s*(\d{1,9})\s*$/.exec(part) ?? [];
    const limit = limits[scope];
    if (!limit || Number(number) < 1) {
      mistakes.push(
        `RATE_LIMITS wants scope=number with one of ${Object.keys(limits).join(", ")}, not "${part}"`,
      );
    } else {
      limit.limit = Number(number);
    }
  }
  return limits;
}
