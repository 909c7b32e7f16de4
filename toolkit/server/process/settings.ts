import { readFileSync } from "node:fs";

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

/** An environment variable: how to read its text, and how the reference describes it. */
export interface Variable<T, Unset = undefined> {
  read: ReadText<T>;
  /** The value of a variable that isn't set. */
  unset?: Unset;
  /** What applies without it, in Markdown. */
  default: string;
  /** In Markdown. */
  description: string;
  secret?: boolean;
}

/** Returns a text's value, or the mistake in it, such as `must be true or false`. */
export type ReadText<T> = (text: string) => T | Mistake;

interface Mistake {
  mistake: string;
}

// biome-ignore lint/suspicious/noExplicitAny: variables of any type.
export type Variables = Record<string, Variable<any, any>>;

export type Values<V extends Variables> = {
  [Name in keyof V]: V[Name] extends Variable<infer T, infer Unset> ? T | Unset : never;
};

/** Checks the types of a variable's parts. */
export function variable<T, const Unset = undefined>(parts: Variable<T, Unset>): Variable<T, Unset> {
  return parts;
}

/** A text that fits a pattern, or a condition. */
export function text(fits: RegExp | ((text: string) => boolean), mistake: string): ReadText<string> {
  const isFitting = typeof fits === "function" ? fits : (one: string) => fits.test(one);
  return (one) => (isFitting(one) ? one : { mistake });
}

/** A text without a mistake. */
export function checked(mistakeIn: (text: string) => string | undefined): ReadText<string> {
  return (one) => {
    const mistake = mistakeIn(one);
    return mistake === undefined ? one : { mistake };
  };
}

export function oneOf<const T extends string>(values: readonly T[]): ReadText<T> {
  const [last, ...others] = [...values].reverse();
  const mistake = `must be ${others.length > 0 ? `${others.reverse().join(", ")} or ` : ""}${last}`;
  return (one) => values.find((value) => value === one) ?? { mistake };
}

/** A whole number in digits; the mistake states the range. */
export function wholeNumber(min: number, max: number): ReadText<number> {
  const mistake = `must be a whole number from ${min} to ${max}`;
  return (one) =>
    /^\d{1,15}$/.test(one) && Number(one) >= min && Number(one) <= max ? Number(one) : { mistake };
}

export function webAddressMistake(address: string): string | undefined {
  return /^https?:\/\//i.test(address) && URL.canParse(address)
    ? undefined
    : "must be an address that begins with http:// or https://";
}

export const webAddress = checked(webAddressMistake);

/** Reads variables; records mistakes and returns undefined if there are any. */
export function readVariables<V extends Variables>(
  variables: V,
  { given, mistakes }: Environment,
): Values<V> | undefined {
  const found: string[] = [];
  const values = Object.entries(variables).map(([name, { read, unset }]) => {
    const one = given[name];
    const value = one === undefined ? unset : read(one);
    if (isMistake(value)) found.push(`${name} ${value.mistake}`);
    return [name, value];
  });
  mistakes.push(...found);
  return found.length > 0 ? undefined : (Object.fromEntries(values) as Values<V>);
}

function isMistake(value: unknown): value is Mistake {
  return typeof value === "object" && value !== null && "mistake" in value;
}

/** Characters. More than any URL or key needs, and safe to read if the name is wrong. */
const maxLength = 10_000;

/**
 * Reads secrets from files, as containers provide them: NAME becomes the trimmed content of the file in
 * `NAME_FILE`. An empty variable counts as unset.
 * @param env modified
 * @returns a sentence for each file that can't be read, without its content
 */
export function readSecretFiles(env: Record<string, string | undefined>, names: string[]): string[] {
  const mistakes: string[] = [];
  for (const name of names) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) {
      mistakes.push(`${name}_FILE names a file, but ${name} is set too: set only one of them`);
      continue;
    }
    try {
      const text = readFileSync(file, "utf8").trim();
      if (text === "" || text.length > maxLength) throw new Error("it is empty or too long");
      env[name] = text;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      mistakes.push(
        `${name}_FILE must name a file with the value of ${name}, which can't be read: ${reasons[code ?? ""] ?? message}`,
      );
    }
  }
  return mistakes;
}

const reasons: Record<string, string> = {
  ENOENT: "there is no such file",
  EACCES: "this user may not read it",
  EISDIR: "it is a folder",
};
