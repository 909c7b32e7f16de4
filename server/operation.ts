import type { Input as InputFrom, OperationId } from "../generated/operations.ts";

export type { Output } from "../generated/operations.ts";
export type { Services } from "./shop.ts";

/** Who calls: the holder of an API key. */
export interface Caller {
  keyId: string;
  storeId: string;
}

/** The validated request of an operation, with its caller. */
export type Input<Id extends OperationId> = InputFrom<Id, Caller>;
