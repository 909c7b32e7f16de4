import type { ApiDocument } from "../document/document.ts";
import type { Step } from "../http/composition/step.ts";
import type { LogOutput } from "../log/log-output.ts";
import type { OperationValidators } from "../validation/operation-validator.ts";

/** What a server does in development only. Production neither loads nor installs it. */
export interface Development {
  /** Writes the log for people. */
  prettyOutput(output: LogOutput): Promise<LogOutput>;
  /** Loads what stubs need to answer, so that the first request to one needn't wait. */
  prepareStubs(documents: ApiDocument[]): Promise<void>;
  /** The step that answers in place of handlers that aren't written yet. */
  answerStubs(document: ApiDocument, validators: OperationValidators): Promise<Step>;
  /** Builds the reference of a bundled document into a folder. */
  buildDocs(bundle: string, folder: string): Promise<void>;
}
