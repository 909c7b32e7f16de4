// Written by `counterpart scaffold`: one line per operation of the document.
import type { Handlers } from "../../../generated/acp/operations.ts";
import type { Caller, Services } from "../../operation.ts";
import { cancelCheckoutSession } from "./operations/cancelCheckoutSession.ts";
import { completeCheckoutSession } from "./operations/completeCheckoutSession.ts";
import { createCheckoutSession } from "./operations/createCheckoutSession.ts";
import { getCheckoutSession } from "./operations/getCheckoutSession.ts";
import { updateCheckoutSession } from "./operations/updateCheckoutSession.ts";

export const handlers: Handlers<Caller, Services> = {
  cancelCheckoutSession,
  completeCheckoutSession,
  createCheckoutSession,
  getCheckoutSession,
  updateCheckoutSession,
};
