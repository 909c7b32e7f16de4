// Written by `counterpart scaffold`: one line per operation of the document.
import type { Handlers } from "../../../generated/ucp/operations.ts";
import type { Caller, Services } from "../../operation.ts";
import { cancelCheckout } from "./operations/cancelCheckout.ts";
import { completeCheckout } from "./operations/completeCheckout.ts";
import { createCheckout } from "./operations/createCheckout.ts";
import { getCheckout } from "./operations/getCheckout.ts";
import { getOrder } from "./operations/getOrder.ts";
import { getProduct } from "./operations/getProduct.ts";
import { lookupCatalog } from "./operations/lookupCatalog.ts";
import { searchCatalog } from "./operations/searchCatalog.ts";
import { updateCheckout } from "./operations/updateCheckout.ts";

export const handlers: Handlers<Caller, Services> = {
  cancelCheckout,
  completeCheckout,
  createCheckout,
  getCheckout,
  getOrder,
  getProduct,
  lookupCatalog,
  searchCatalog,
  updateCheckout,
};
