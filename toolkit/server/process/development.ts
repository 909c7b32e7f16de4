import type { ApiDocument } from "../document/document.ts";
import type { Step } from "../http/composition/step.ts";
import type { LogOutput } from "../log/log-output.ts";
import type { OperationValidators } from "../validation/operation-validator.ts";

/** Features of a server in development. Production neither loads nor installs them. */
export interface Development {
  /** Formats the log for reading. */
  prettyOutput(output: LogOutput): Promise<LogOutput>;
  /** Prepares the answers of stubs, so that the first request doesn't wait. */
  prepareStubs(documents: ApiDocument[]): Promise<void>;
  /** The step that answers for operations without a handler. */
  stubResponses(document: ApiDocument, validators: OperationValidators): Promise<Step>;
  /** Builds a bundled document's reference into a folder. */
  buildDocs(bundle: string, folder: string): Promise<void>;
  /**
   * Finds a running mock of a document.
   * @returns the addresses of its forms to try operations, by operationId; undefined if none is running
   */
  findMock(document: ApiDocument): Promise<Record<string, string> | undefined>;
  /** Adds a link at each operation to a reference page. */
  linkToMock(page: string, document: ApiDocument, addresses: Record<string, string>): Promise<string>;
}
