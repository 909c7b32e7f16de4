import { z } from "zod";
import { ParameterError } from "./errors.ts";
import { isCurrency } from "./money.ts";

/** An unvalidated form: strings, and lists and objects of them. */
export type Form = Record<string, unknown>;

const longestText = 5000;

/** Stripe documents no limit, and refuses longer names of products. */
export const longestProductName = 250;

function refuse(
  context: { addIssue(issue: { code: "custom"; message: string; params: object }): void },
  message: string,
  code?: string,
): never {
  context.addIssue({ code: "custom", message, params: { code } });
  return z.NEVER;
}

export function text(longest = longestText) {
  return z.string().transform((value, context) => {
    if (value === "") return refuse(context, "EMPTY", "parameter_invalid_empty");
    if (value.length > longest) {
      return refuse(
        context,
        `Invalid string: must be at most ${longest} characters`,
        "parameter_invalid_string",
      );
    }
    return value;
  });
}

export function integer({ least = 0, most = Number.MAX_SAFE_INTEGER } = {}) {
  return z.string().transform((value, context) => {
    const number = Number(value);
    if (!/^-?\d+$/.test(value) || !Number.isSafeInteger(number)) {
      return refuse(context, `Invalid integer: ${value}`, "parameter_invalid_integer");
    }
    if (number < least) {
      return refuse(
        context,
        `This value must be greater than or equal to ${least}.`,
        "parameter_invalid_integer",
      );
    }
    if (number > most) {
      return refuse(
        context,
        `This value must be less than or equal to ${most}.`,
        "parameter_invalid_integer",
      );
    }
    return number;
  });
}

/** A number with at most two decimals. */
export function decimal() {
  return z.string().transform((value, context) => {
    if (!/^\d{1,9}(\.\d{1,2})?$/.test(value)) return refuse(context, `Invalid decimal: ${value}`);
    return Number(value);
  });
}

export function flag() {
  return z.string().transform((value, context) => {
    if (value !== "true" && value !== "false") return refuse(context, `Invalid boolean: ${value}`);
    return value === "true";
  });
}

/** A flag for something that the stand-in doesn't model, so it must be off. */
export function off() {
  return flag().transform((value, context) =>
    value ? refuse(context, "The stand-in doesn't model this turned on.") : value,
  );
}

export function oneOf<const Value extends string>(...values: Value[]) {
  return z.string().transform((value, context): Value => {
    const known = values.find((candidate) => candidate === value);
    return known ?? refuse(context, `Invalid value '${value}': must be one of ${values.join(", ")}`);
  });
}

export function address() {
  return text().transform((value, context) => {
    if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
      return refuse(context, "Not a valid URL", "url_invalid");
    }
    return value;
  });
}

export function isEmail(value: string): boolean {
  // Top-level domains are never numeric.
  return /^[^\s@]+@[^\s@]+\.[^\s@.]*[^\s@.\d][^\s@.]*$/.test(value);
}

export function email() {
  return text(512).transform((value, context) =>
    isEmail(value) ? value : refuse(context, `Invalid email address: ${value}`, "email_invalid"),
  );
}

export function currency() {
  return text().transform((value, context) =>
    isCurrency(value)
      ? value.toLowerCase()
      : refuse(context, `Invalid currency: ${value}`, "invalid_currency"),
  );
}

export function metadata() {
  return z.record(z.string(), z.string()).transform((entries, context) => {
    const pairs = Object.entries(entries);
    if (pairs.length > 50) return refuse(context, "Metadata can have up to 50 keys.");
    const long = pairs.find(([key, value]) => [...key].length > 40 || [...value].length > 500);
    if (long) return refuse(context, "Metadata keys can have up to 40 characters and values up to 500.");
    return entries;
  });
}

/** Merges metadata into the given one. An empty value removes its key. */
export function withMetadata(
  before: Record<string, string> | null,
  changes: Record<string, string> = {},
): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== ""));
}

/** A schema for Stripe's parameters of these names. The stand-in refuses others. */
export type Params<Stripes> = Partial<Record<keyof Stripes, z.ZodType>>;

export const list = z.array;
export const object = z.strictObject;

/** `created[gte]=…` and `created[lte]=…`: seconds since the epoch. */
export function range() {
  const bound = integer().optional();
  return object({ gte: bound, lte: bound });
}

export function isWithin(bounds: z.output<ReturnType<typeof range>> | undefined, value: number) {
  const { gte = -Infinity, lte = Infinity } = bounds ?? {};
  return value >= gte && value <= lte;
}

export const pageOfList = {
  limit: integer({ least: 1, most: 100 }).optional(),
  starting_after: text().optional(),
  ending_before: text().optional(),
};

/** Reads a form or refuses it like Stripe does: unknown names first, then missing values, then invalid ones. */
export function read<Schema extends z.ZodType>(schema: Schema, form: Form): z.output<Schema> {
  const result = schema.safeParse(form, { reportInput: true });
  if (result.success) return result.data;
  const { issues } = result.error;
  const unknown = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys.map((key) => nameOf([...issue.path, key])) : [],
  );
  if (unknown[0]) {
    const names = unknown.length > 1 ? `parameters: ${unknown.join(", ")}` : `parameter: ${unknown[0]}`;
    throw new ParameterError(`Received unknown ${names}, or one that the stand-in does not model.`, {
      code: "parameter_unknown",
      param: unknown[0],
    });
  }
  const missing = issues.find((issue) => issue.input === undefined);
  if (missing) {
    const param = nameOf(missing.path);
    throw new ParameterError(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  const [wrong] = issues;
  if (!wrong) throw new ParameterError("Invalid parameters.");
  const param = nameOf(wrong.path);
  if (wrong.code !== "custom") {
    throw new ParameterError(`Invalid ${wrong.code === "invalid_type" ? wrong.expected : "value"}`, {
      param,
    });
  }
  const code: unknown = wrong.params?.code;
  throw new ParameterError(wrong.message === "EMPTY" ? emptyMessage(param) : wrong.message, {
    ...(typeof code === "string" && { code }),
    param,
  });
}

function emptyMessage(param: string): string {
  return (
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however ` +
    `'${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`
  );
}

/** `["line_items", 0, "price_data"]` is `line_items[0][price_data]`. */
function nameOf(path: PropertyKey[]): string {
  const [first = "", ...rest] = path.map(String);
  return first + rest.map((part) => `[${part}]`).join("");
}
