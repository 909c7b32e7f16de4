import type { Input as InputFrom, OperationId } from "../../../generated/ucp/operations.ts";
import type { components } from "../../../generated/ucp/types.ts";
import type { Caller } from "../../operation.ts";

export type { Output } from "../../../generated/ucp/operations.ts";

/** An operation's validated request, with its caller. */
export type Input<Id extends OperationId> = InputFrom<Id, Caller>;

export type Schemas = components["schemas"];
