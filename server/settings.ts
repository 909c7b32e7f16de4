import { z } from "zod";
import { type Environment, readVariables, webAddress } from "./config.ts";
import { defaultDatabaseUrl, isDatabaseUrl } from "./store/database-url.ts";

/** What this API alone reads from the environment: where its data is, and who takes the payments. */
export interface Settings {
  databaseUrl: string;
  /** Where several processes count together; undefined when this one counts by itself. */
  redisUrl?: string;
  /** Undefined in development without keys: then the stand-in takes the provider's place. */
  stripe?: { secretKey: string; webhookSecrets: string[]; apiBase?: string };
}

const variables = z.object({
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, "must begin with file: or postgres://")
    .default(defaultDatabaseUrl),
  REDIS_URL: z
    .string()
    .refine(isRedisAddress, "must be an address like redis://host:6379 or rediss://user:password@host:6379/0")
    .optional(),
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

/** The path, if there is one, is the number of a database. */
function isRedisAddress(text: string): boolean {
  const { protocol = "", hostname = "", pathname = "" } = URL.parse(text) ?? {};
  return /^rediss?:$/.test(protocol) && hostname !== "" && /^\/?\d*$/.test(pathname);
}

export function readSettings(environment: Environment): Settings | undefined {
  const { given, production, mistakes } = environment;
  const values = readVariables(variables, environment);
  if (production) {
    for (const name of ["PUBLIC_URL", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"]) {
      if (given[name] === undefined) mistakes.push(`${name} is needed in production`);
    }
  } else if (given.STRIPE_SECRET_KEY === undefined) {
    for (const name of ["STRIPE_WEBHOOK_SECRET", "STRIPE_API_BASE"]) {
      if (given[name] !== undefined) mistakes.push(`${name} is of no use without STRIPE_SECRET_KEY`);
    }
  }
  return (
    values && {
      databaseUrl: values.DATABASE_URL,
      ...(values.REDIS_URL !== undefined && { redisUrl: values.REDIS_URL }),
      ...(values.STRIPE_SECRET_KEY !== undefined && {
        stripe: {
          secretKey: values.STRIPE_SECRET_KEY,
          webhookSecrets: (values.STRIPE_WEBHOOK_SECRET ?? "").split(",").filter(Boolean),
          ...(values.STRIPE_API_BASE !== undefined && { apiBase: values.STRIPE_API_BASE }),
        },
      }),
    }
  );
}
