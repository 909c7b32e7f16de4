import { ifMatch } from "@counterpart/server";
import type { components } from "../../generated/types.ts";
import type { ChangeResult } from "../database/queries/products/managed-products.ts";
import type { ProductWrite } from "../database/queries/products/product-write.ts";
import type { Input, Output, Services } from "../operation.ts";
import { productView } from "../views/product-view.ts";
import { creation, deletion, replacement, stockChange, update } from "./product-writes.ts";

type ProductChange = components["schemas"]["ProductChange"];
type Result = components["schemas"]["ProductChangeResult"];

export async function changeProducts(
  { body: { changes }, caller, idempotencyToken }: Input<"changeProducts">,
  { database }: Pick<Services, "database">,
): Promise<Output<"changeProducts">> {
  const { id: storeId, currency } = await database.stores.get(caller.storeId);
  const by = { kind: "api_key", id: caller.keyId } as const;
  const writes = changes.map((change) => writeOf(change, currency));
  const results = await database.managedProducts.changeMany(storeId, writes, { by, idempotencyToken });
  const data = changes.flatMap((change, at) => {
    const result = results[at];
    return result ? [resultView(result, change, at)] : [];
  });
  return { status: 200, body: { data } };
}

function writeOf(change: ProductChange, currency: string): ProductWrite {
  switch (change.action) {
    case "create":
      return creation(change.product, currency);
    case "replace":
      return replacement(change.productId, change.product, ifMatch(change.ifMatch));
    case "update":
      return update(change.productId, change.product, ifMatch(change.ifMatch));
    case "delete":
      return deletion(change.productId, ifMatch(change.ifMatch));
    case "changeStock":
      return stockChange(change.productId, change.change);
  }
}

function resultView(result: ChangeResult, { action }: ProductChange, at: number): Result {
  if ("product" in result) {
    const product = productView(result.product);
    return { status: 200, data: action === "delete" ? { ...product, isActive: false } : product };
  }
  const { status, code, message, details } = result.refusal;
  // The operation for one product has these faults in its own body.
  const place = `/changes/${at}${action === "changeStock" ? "" : "/product"}`;
  return {
    status,
    error: message,
    code,
    ...(details && { details: details.map((one) => ({ ...one, pointer: `${place}${one.pointer}` })) }),
  };
}
