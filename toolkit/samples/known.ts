/**
 * A value that stands for something on the server, such as the id of something. It is known by its label, so that a case
 * replays on a server where the id is another.
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

export interface KnownValue<Ask = unknown> {
  label: string;
  /** A value of this kind; it is sent when there is no `make`. */
  sample: string | number;
  /** Makes one for a single case, so that no case sees what another left behind. */
  make?: (ask: Ask) => Promise<string | number>;
}

/** By the name of the parameter or of the body's property that takes them. */
export type KnownValues<Ask = unknown> = Record<string, KnownValue<Ask>[]>;

/** Puts something in the place of every known value within. */
export function substitute(value: unknown, put: (known: Known) => unknown): unknown {
  if (value instanceof Known) return put(value);
  if (Array.isArray(value)) return value.map((one) => substitute(one, put));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, substitute(one, put)]));
}
