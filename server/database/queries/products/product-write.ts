import type { ApiError } from "@counterpart/server/errors";
import type { ManagedProduct } from "./managed-product.ts";
import type { ProductInput } from "./products.ts";

/** A new product, which has no reference yet. Not counted if neither `stock` nor `quantity` is given. */
export type NewProductInput = Omit<ProductInput, "reference">;

/** Computes the changed product from the current one. May throw. `quantityGiven` decides how many there are then. */
export type ApplyEdit = (current: ManagedProduct) => ProductInput;

/** What a change gives of these fields, so that other products and the stock are read and locked beforehand. */
export type GivenFields = Pick<Partial<ProductInput>, "slug" | "stock" | "quantity">;

/** A change of one product, named by its id or reference. An ApiError from its functions refuses only this change. */
export type ProductWrite =
  | { action: "create"; given: GivenFields; make: () => NewProductInput }
  | { action: "edit"; product: string; given: GivenFields; apply: ApplyEdit }
  | { action: "delete"; product: string; check: (current: ManagedProduct) => void }
  | { action: "changeStock"; product: string; change: number; check: (current: ManagedProduct) => void };

/** The product after a change, or as it was if it was deleted. */
export type WriteResult = { product: ManagedProduct } | { refusal: ApiError } | "unknown";

/** Whether the change may set the stock, which is then locked. */
export function concernsStock(write: ProductWrite): boolean {
  if (write.action !== "edit") return write.action !== "create";
  return write.given.stock !== undefined || write.given.quantity !== undefined;
}
