import type { OrderMailKind } from "./mail-kinds.ts";

/** What a store writes in an email instead of the usual subject and paragraphs. */
export interface OwnText {
  subject: string;
  /** Each line is a paragraph. */
  body: string;
}

/** What `{…}` in an own text is replaced with. */
export type Placeholder = "store" | "order" | "name" | "amount" | "date";

export type PlaceholderValues = Partial<Record<Placeholder, string>>;

const always = ["store", "order", "name"] as const;
const withAmount = [...always, "amount"] as const;

export const placeholdersOf: Record<OrderMailKind, readonly Placeholder[]> = {
  order_confirmation: withAmount,
  payment_pending: withAmount,
  payment_failed: withAmount,
  shipping_notice: always,
  address_change: always,
  refund: withAmount,
  renewal: withAmount,
  renewal_failed: always,
  subscription_ending: [...always, "date"],
};

/** Characters. */
export const maxSubjectLength = 150;
const maxBodyLength = 2000;

const named = /\{([a-z]+)\}/g;

/** What is wrong with a text, by field; nothing if it can be saved. */
export function ownTextFaults(
  kind: OrderMailKind,
  { subject, body }: OwnText,
): Partial<Record<keyof OwnText, string>> {
  const subjectFault =
    faultOf(kind, subject, maxSubjectLength) ??
    (/\p{Cc}/u.test(subject) ? "The subject must be one line." : undefined);
  const bodyFault = faultOf(kind, body, maxBodyLength);
  return { ...(subjectFault && { subject: subjectFault }), ...(bodyFault && { body: bodyFault }) };
}

function faultOf(kind: OrderMailKind, text: string, maxLength: number): string | undefined {
  if (text.trim() === "") return "It must not be empty.";
  if ([...text].length > maxLength) return `It must have at most ${maxLength} characters.`;
  const known = placeholdersOf[kind];
  const unknown = [...text.matchAll(named)].find(([, name]) => !known.some((one) => one === name));
  if (!unknown) return undefined;
  return `${unknown[0]} isn’t a placeholder of this email. It has ${known.map((name) => `{${name}}`).join(", ")}.`;
}

/**
 * A line with its placeholders replaced, once: what a buyer entered is never read as a placeholder. Control characters of the
 * values become spaces, so that a line stays one line, also in a header.
 */
export function filledLine(line: string, values: PlaceholderValues): string {
  return line.replaceAll(named, (whole, name: string) =>
    Object.hasOwn(values, name)
      ? (values[name as Placeholder] ?? "").replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
      : whole,
  );
}

/** The lines of an own text that aren't empty. */
export function paragraphsIn({ body }: Pick<OwnText, "body">): string[] {
  return body
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
