interface ViolationOptions {
  cause?: unknown;
  /** The message with the values that the service sent. */
  messageWithValues?: () => string;
}

/** A response that the document doesn't describe: a bug in the service, answered as 500 and logged. */
export class ContractViolation extends Error {
  // Private, so that the log, which may be kept, has no values.
  readonly #messageWithValues: () => string;

  constructor(message: string, { cause, messageWithValues = () => message }: ViolationOptions = {}) {
    super(message, { cause });
    this.name = "ContractViolation";
    this.#messageWithValues = messageWithValues;
  }

  /** For the developer of the service only. */
  get messageWithValues(): string {
    return this.#messageWithValues();
  }
}
