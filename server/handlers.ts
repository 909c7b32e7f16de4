// Written by `counterpart scaffold`: one line per operation of the document.
import type { Handlers } from "../generated/operations.ts";
import type { Caller, Services } from "./operation.ts";
import { addCartLine } from "./operations/addCartLine.ts";
import { cancelSubscription } from "./operations/cancelSubscription.ts";
import { changeProducts } from "./operations/changeProducts.ts";
import { changeStock } from "./operations/changeStock.ts";
import { clearCart } from "./operations/clearCart.ts";
import { createCart } from "./operations/createCart.ts";
import { createCheckoutSession } from "./operations/createCheckoutSession.ts";
import { createDownload } from "./operations/createDownload.ts";
import { createParcel } from "./operations/createParcel.ts";
import { createPortalSession } from "./operations/createPortalSession.ts";
import { createProduct } from "./operations/createProduct.ts";
import { createRefund } from "./operations/createRefund.ts";
import { createReturn } from "./operations/createReturn.ts";
import { deleteProduct } from "./operations/deleteProduct.ts";
import { getCart } from "./operations/getCart.ts";
import { getCatalog } from "./operations/getCatalog.ts";
import { getCheckoutSession } from "./operations/getCheckoutSession.ts";
import { getOrder } from "./operations/getOrder.ts";
import { getOrderInvoice } from "./operations/getOrderInvoice.ts";
import { getProduct } from "./operations/getProduct.ts";
import { getStore } from "./operations/getStore.ts";
import { getSubscription } from "./operations/getSubscription.ts";
import { listDownloads } from "./operations/listDownloads.ts";
import { listOrders } from "./operations/listOrders.ts";
import { listProducts } from "./operations/listProducts.ts";
import { listSubscriptions } from "./operations/listSubscriptions.ts";
import { removeCartLine } from "./operations/removeCartLine.ts";
import { replaceProduct } from "./operations/replaceProduct.ts";
import { updateCartLine } from "./operations/updateCartLine.ts";
import { updateOrder } from "./operations/updateOrder.ts";
import { updateProduct } from "./operations/updateProduct.ts";
import { updateReturn } from "./operations/updateReturn.ts";

export const handlers: Handlers<Caller, Services> = {
  addCartLine,
  cancelSubscription,
  changeProducts,
  changeStock,
  clearCart,
  createCart,
  createCheckoutSession,
  createDownload,
  createParcel,
  createPortalSession,
  createProduct,
  createRefund,
  createReturn,
  deleteProduct,
  getCart,
  getCatalog,
  getCheckoutSession,
  getOrder,
  getOrderInvoice,
  getProduct,
  getStore,
  getSubscription,
  listDownloads,
  listOrders,
  listProducts,
  listSubscriptions,
  removeCartLine,
  replaceProduct,
  updateCartLine,
  updateOrder,
  updateProduct,
  updateReturn,
};
