/** A response that the document doesn't describe: a bug in the service, answered as 500 and logged. */
export class ContractViolation extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ContractViolation";
  }
}
