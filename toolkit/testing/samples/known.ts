/**
 * A placeholder for a value that exists on the server, such as an id. Its label identifies it, so that a case
 * can be replayed on a server with other ids.
 */
export class Known {
  readonly name: string;
  readonly label: string;

  constructor(name: string, label: string) {
    this.name = name;
    this.label = label;
  }

  toJSON(): string {
    return `‹${this.label}›`;
  }
}

interface KnownValue<Ask = unknown> {
  label: string;
  /** An example value, sent if there is no `make`. */
  sample: string | number;
  /** Creates a value for a single case, so that cases don't affect each other. */
  make?: (ask: Ask) => Promise<string | number>;
}

/** Keyed by the parameter or body property. */
export type KnownValues<Ask = unknown> = Record<string, KnownValue<Ask>[]>;

/** Replaces every known value within a value. */
export function substitute(value: unknown, put: (known: Known) => unknown): unknown {
  if (value instanceof Known) return put(value);
  if (Array.isArray(value)) return value.map((one) => substitute(one, put));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, substitute(one, put)]));
}
