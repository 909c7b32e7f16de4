// Written by `npm run scaffold`: one line an operation of the document.
import type { Handlers } from "../../generated/operations.ts";
import { addCartLine } from "./addCartLine.ts";
import { clearCart } from "./clearCart.ts";
import { createCart } from "./createCart.ts";
import { createCheckoutSession } from "./createCheckoutSession.ts";
import { createPortalSession } from "./createPortalSession.ts";
import { getCart } from "./getCart.ts";
import { getCatalog } from "./getCatalog.ts";
import { getCheckoutSession } from "./getCheckoutSession.ts";
import { getProduct } from "./getProduct.ts";
import { getStore } from "./getStore.ts";
import { listProducts } from "./listProducts.ts";
import type { Caller, Services } from "./operation.ts";
import { removeCartLine } from "./removeCartLine.ts";
import { updateCartLine } from "./updateCartLine.ts";

export const handlers: Handlers<Caller, Services> = {
  addCartLine,
  clearCart,
  createCart,
  createCheckoutSession,
  createPortalSession,
  getCart,
  getCatalog,
  getCheckoutSession,
  getProduct,
  getStore,
  listProducts,
  removeCartLine,
  updateCartLine,
};
