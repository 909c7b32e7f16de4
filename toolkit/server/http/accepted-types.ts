import Negotiator from "negotiator";
import { findMediaType } from "../document/media-types.ts";
import type { ExchangeRequest } from "./exchange.ts";

type Caller = Pick<ExchangeRequest, "headers">;

/** The media type that the caller prefers: the first without `Accept`, undefined if none is acceptable. */
export function preferredType({ headers: { accept } }: Caller, types: string[]): string | undefined {
  return accept ? new Negotiator({ headers: { accept } }).mediaTypes(types)[0] : types[0];
}

/** Like `preferredType`, but also finds documented ranges that have an accepted type. */
export function preferredTypeOrRange(caller: Caller, types: string[]): string | undefined {
  const best = preferredType(caller, types);
  if (best !== undefined) return best;
  const { accept = "" } = caller.headers;
  const accepted = new Negotiator({ headers: { accept } }).mediaTypes();
  return accepted.flatMap((one) => findMediaType(types, one) ?? [])[0];
}
