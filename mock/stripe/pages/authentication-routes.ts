import express, { type Router } from "express";
import type { Webhooks } from "../events/webhooks.ts";
import { authenticate } from "../payments/own-intents.ts";
import type { State } from "../state/state.ts";
import { sendPage, sendUnknown } from "./layout.ts";
import { authenticationPage } from "./pay.ts";
import { textsIn } from "./pay-routes.ts";

/** The page on which the bank asks a buyer whose agent pays with a granted token. */
export function authenticationRoutes(state: State, webhooks: Webhooks): Router {
  const router = express.Router();

  router.get("/authenticate/:id", (request, response) => {
    const found = findChallenge(state, request.params.id);
    if (!found) return sendUnknown(response);
    const { intent, account } = found;
    const last4 = account.grantedTokens.get(found.challenge.tokenId)?.card.last4;
    sendPage(response, authenticationPage({ ...intent, shopName: null, last4 }));
  });

  router.post("/authenticate/:id", async (request, response) => {
    const found = findChallenge(state, request.params.id);
    if (!found) return sendUnknown(response);
    const { account, intent, challenge } = found;
    authenticate({ state, account }, intent, textsIn(request.body).outcome === "authenticated");
    await webhooks.idle();
    response.redirect(303, challenge.returnUrl);
  });

  return router;
}

function findChallenge(state: State, id: string) {
  for (const account of state.accounts()) {
    const [challenge, intent] = [account.challenges.get(id), account.paymentIntents.get(id)];
    if (challenge && intent?.status === "requires_action") return { account, challenge, intent };
  }
  return undefined;
}
