/** An answer of ours that the document doesn't know: a bug, answered as 500 and logged. */
export class ContractViolation extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ContractViolation";
  }
}
