import type { Input as InputFrom, OperationId } from "../../../generated/acp/operations.ts";
import type { components } from "../../../generated/acp/types.ts";
import type { Caller } from "../../operation.ts";

export type { Output } from "../../../generated/acp/operations.ts";

/** An operation's validated request, with its caller. */
export type Input<Id extends OperationId> = InputFrom<Id, Caller>;

export type Schemas = components["schemas"];

/** The version of the Agentic Commerce Protocol that is spoken here. */
export const acpVersion = "2026-04-17";
