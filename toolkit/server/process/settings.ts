import { z } from "zod";

export { readSecretFiles } from "./secret-files.ts";

/** The variables that are set, and the mistakes found in them. */
export interface Environment {
  given: Record<string, string>;
  production: boolean;
  /** One sentence per mistake, with the variable's name but not its value. */
  mistakes: string[];
}

/** Reads a service's variables; records mistakes and returns undefined if there are any. */
export type ReadSettings<Settings> = (environment: Environment) => Settings | undefined;

export class ConfigError extends Error {}

/** A whole number in digits; the error states the range. */
export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .refine(
      (text) => /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `must be a whole number from ${min} to ${max}`,
    )
    .transform(Number);
}

export const webAddress = z.url({
  protocol: /^https?$/,
  error: "must be an address that begins with http:// or https://",
});

/** Parses the variables of a schema; records mistakes and returns undefined if there are any. */
export function readVariables<T extends z.ZodType>(
  schema: T,
  { given, mistakes }: Environment,
): z.infer<T> | undefined {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  mistakes.push(...parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`));
  return undefined;
}
