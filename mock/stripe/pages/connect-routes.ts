import express, { type Router } from "express";
import { html } from "hono/html";
import { newId } from "../conventions/ids.ts";
import type { State } from "../state/state.ts";
import { notice, page, sendPage, testBadge } from "./layout.ts";
import { textsIn } from "./pay-routes.ts";

/** The lifetime of an authorization code, as at Stripe. */
const codeSeconds = 300;

/**
 * OAuth for platforms: the page where an account's owner connects it, and the endpoint that exchanges the
 * code for the account id. https://docs.stripe.com/connect/oauth-reference
 */
export function connectRoutes(state: State): Router {
  const router = express.Router();
  /** Unused codes with their accounts. */
  const codes = new Map<string, { account: string; expires: number }>();

  router.get("/oauth/authorize", (request, response) => {
    const asked = textsIn(request.query);
    const fault = faultOf(asked);
    if (fault !== undefined) return sendPage(response, notice("This can’t be connected", fault), 400);
    sendPage(response, connectPage(asked));
  });

  router.post("/oauth/authorize", (request, response) => {
    const asked = textsIn(request.body);
    const fault = faultOf(asked);
    if (fault !== undefined) return sendPage(response, notice("This can’t be connected", fault), 400);
    const { redirect_uri: address = "", state: given = "", answer } = asked;
    const back = new URL(address);
    back.searchParams.set("state", given);
    if (answer === "connect") {
      const account = newId("acct", 16);
      state.accountOf(account);
      const code = newId("ac");
      codes.set(code, { account, expires: state.timeline.nowSeconds() + codeSeconds });
      back.searchParams.set("scope", "read_write");
      back.searchParams.set("code", code);
    } else {
      back.searchParams.set("error", "access_denied");
      back.searchParams.set("error_description", "The user denied your request");
    }
    response.redirect(303, back.href);
  });

  router.post("/oauth/token", (request, response) => {
    const { grant_type: grant, code = "" } = textsIn(request.body);
    const known = codes.get(code);
    codes.delete(code);
    const isValid = known !== undefined && state.timeline.nowSeconds() < known.expires;
    if (grant !== "authorization_code" || !isValid) {
      const description = isValid
        ? `Unsupported grant type: ${grant}`
        : `Authorization code does not exist: ${code}`;
      const error = isValid ? "unsupported_grant_type" : "invalid_grant";
      return response.status(400).json({ error, error_description: description });
    }
    response.json({
      access_token: newId("sk_test"),
      livemode: false,
      refresh_token: newId("rt"),
      scope: "read_write",
      stripe_publishable_key: newId("pk_test"),
      stripe_user_id: known.account,
      token_type: "bearer",
    });
  });

  return router;
}

function faultOf({ response_type: type, client_id: client = "", redirect_uri: address = "" }: Asked) {
  if (type !== "code") return "The platform must ask for response_type=code.";
  if (!/^ca_\w+$/.test(client)) return `No application matches the supplied client identifier: ${client}`;
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? "")) return "redirect_uri must be a URL.";
  return undefined;
}

type Asked = Record<string, string>;

function connectPage(asked: Asked) {
  const hidden = ["response_type", "client_id", "redirect_uri", "state", "scope"].map(
    (name) => html`<input type="hidden" name="${name}" value="${asked[name] ?? ""}">`,
  );
  return page(
    "Connect an account",
    html`<main class="notice">
<h1>Connect an account</h1>
<p>The platform requests permission to accept payments for a Stripe account. A new test account will be created for this.</p>
<form method="post" action="/oauth/authorize">
${hidden}
<p><button class="button" name="answer" value="connect">Connect a test account</button></p>
<p><button class="link" name="answer" value="deny">Go back without connecting</button></p>
</form>
<p>${testBadge}</p>
</main>`,
  );
}
