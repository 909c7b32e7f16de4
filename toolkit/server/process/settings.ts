import { z } from "zod";

export { readSecretFiles } from "./secret-files.ts";

/** The variables that are set, and their mistakes. */
export interface Environment {
  given: Record<string, string>;
  production: boolean;
  /** One sentence each, naming the variable, without its value. */
  mistakes: string[];
}

/** Reads an API's own variables; records their mistakes, and returns undefined when there are any. */
export type ReadSettings<Settings> = (environment: Environment) => Settings | undefined;

export class ConfigError extends Error {}

/** A whole number in digits. The error states the range. */
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

/** The variables of a schema as values, or undefined when they have mistakes, which are recorded. */
export function readVariables<T extends z.ZodType>(
  schema: T,
  { given, mistakes }: Environment,
): z.infer<T> | undefined {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  mistakes.push(...parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`));
  return undefined;
}
