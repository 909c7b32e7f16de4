import type { ProductWrite } from "../../database/queries/products/product-write.ts";
import { edited, type ProductChange, ProductChanged } from "./edit-product.ts";

/** An edit among several that are made together. It is refused if the product isn't in the version that was read. */
export function editWrite(product: string, version: string | undefined, change: ProductChange): ProductWrite {
  return {
    action: "edit",
    product,
    given: change,
    apply: (current) => {
      if (version === current.version) return edited(current, change);
      throw new ProductChanged(current, { changes: undefined, by: undefined });
    },
  };
}
