import type { Handler, OperationId } from "../../generated/operations.ts";

export type { Services } from "../services.ts";

/** Who calls: the holder of an API key. */
export interface Caller {
  keyId: string;
  storeId: string;
}

/** A handler that names the services it needs. */
export type Operation<Id extends OperationId, Needs> = Handler<Id, Caller, Needs>;
