import type { DocumentOperation } from "../../document/document.ts";
import type { DocumentSource } from "../../document/open-document.ts";
import type { RequestFault } from "../../document/request-fault.ts";
import type { Authenticators } from "../../http/credentials/authenticate.ts";
import type { AppOptions } from "../../http/options/app-options.ts";
import type { AnyHandler } from "../../http/steps/handle.ts";
import type { RequestInput } from "../../validation/operation-validator.ts";
import type { WrittenValidators } from "../../validation/schemas/written-validators.ts";

/** What happens to a request or response that doesn't conform to the document. */
export type ContractMode = "report" | "enforce" | "off";

type Settings = Pick<
  AppOptions,
  "formats" | "maxBodyBytes" | "maxUploadBytes" | "maxFormFields" | "renderError"
>;

export interface ContractOptions extends Settings {
  document: DocumentSource;
  /** Of `generated/validators.js`. By default, validators are compiled (`new Function`). */
  validators?: WrittenValidators;
  /** `enforce`: invalid requests are refused with the document's errors. Default: `report`. */
  requests?: ContractMode;
  /** `enforce`: responses that don't conform become 500. Default: `report`. */
  responses?: ContractMode;
  /** Receives what doesn't conform. By default, each kind is written to the console once. */
  report?: (finding: ContractFinding) => void;
  /** Whether requests that the document doesn't have are findings too, answered with 404 or 405 in `enforce`. */
  strict?: boolean;
  /** Answer single operations, by operationId. They are enforced whatever the modes. */
  handlers?: Record<string, AnyHandler>;
  /** Handed to the handlers. */
  services?: unknown;
  /** One for each security scheme that the document uses. Without them, credentials are left to the application. */
  authenticators?: Authenticators;
}

/** A request or response that doesn't conform to the document. */
export interface ContractFinding {
  side: "request" | "response";
  /** Undefined for a request that the document doesn't have. */
  operationId: string | undefined;
  method: string;
  /** As sent, without the query. */
  path: string;
  /** Of the response, or the one with which the request is refused in `enforce`. */
  status: number;
  message: string;
  /** The faults of a request. */
  details?: RequestFault[];
}

/** A request as the document describes it, for the routes behind. */
export interface Contract extends Partial<RequestInput> {
  operationId: string;
  operation: DocumentOperation;
  /** From the authenticators. */
  caller?: unknown;
}
