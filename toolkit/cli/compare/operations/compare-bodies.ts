import type { RequestBody } from "@counterpart/server/document/document";
import type { Direction } from "../schemas/piece.ts";
import { compareContent } from "./compare-content.ts";
import { breakAt, type ContractChange, type Contracts, type Pair } from "./contracts.ts";
import { type Spot, within } from "./spot.ts";

/** @param direction `response` for a body that the API sends, in a webhook */
export function compareBodies(
  contracts: Contracts,
  spot: Spot,
  [before, after]: Pair<RequestBody | undefined>,
  direction: Direction,
): ContractChange[] {
  const here = within(spot, "request body", "requestBody");
  if (!before) {
    if (direction === "response" || !after?.required) return [];
    return [breakAt(here, "required-request-body-added", "A required body was added.")];
  }
  if (!after) return [breakAt(here, "request-body-removed", "The request body was removed.")];
  const required: ContractChange[] = [];
  if (direction === "request" && after.required && !before.required)
    required.push(breakAt(here, "request-body-became-required", "The request body became required."));
  if (direction === "response" && before.required && !after.required)
    required.push(breakAt(here, "request-body-became-optional", "The request body may be missing now."));
  return [...required, ...compareContent(contracts, here, [before.content, after.content], direction)];
}
