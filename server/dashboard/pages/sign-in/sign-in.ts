import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { signInByPassword } from "../../../people/password-sign-in.ts";
import { textOf } from "../../frame/forms.ts";
import { get, post } from "../../get-and-post.ts";
import type { Html, PageReply, Reply, Services, VisitorRequest } from "../../route.ts";
import { postForm, textField } from "../../view/forms.ts";
import { passkeyForm } from "../../view/passkey-form.ts";
import { isOpenToAll } from "./sign-up.ts";
import { nextOf, startSession } from "./start-session.ts";

export const signInRoutes = [
  get("/sign-in", "anyone", async (request, services) => {
    // With `again`, signed-in people sign in once more.
    if (request.person && !request.query.has("again")) return { redirect: nextOf(request, services) };
    return { page: await signInPage(request, services) };
  }),
  post("/sign-in", "anyone", signIn),
  post(
    "/sign-in/passkey/options",
    "anyone",
    async ({ address, browserToken }, { countAttempt, passkeys }) => {
      await countAttempt({ address });
      return { json: await passkeys.signInOptions(browserToken) };
    },
  ),
  post("/sign-in/passkey", "anyone", async (request, services) => {
    try {
      const person = await services.passkeys.signIn(textOf(request.form, "response"), request.browserToken);
      return await startSession(person, request, services);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "UNAUTHORIZED") throw error;
      return {
        page: { ...(await signInPage(request, services, { otherFault: error.message })), status: 401 },
      };
    }
  }),
  get("/sign-in/openid", "anyone", async (request, services) => {
    const { openId, countAttempt } = services;
    if (!openId) throw new ApiError("NOT_FOUND", "This page doesn’t exist.");
    await countAttempt({ address: request.address });
    return { redirect: await openId.begin(request.browserToken, nextOf(request, services)) };
  }),
  get("/sign-in/openid/callback", "anyone", finishOpenId),
  /** Handles the link that `npm start` prints in development. */
  get("/sign-in/development", "anyone", async (request, services) => {
    const { developmentSignIn } = services;
    if (!developmentSignIn) throw new ApiError("NOT_FOUND", "This page doesn’t exist.");
    const person = developmentSignIn(request.query.get("token") ?? "");
    if (person) return startSession(person, request, services);
    if (request.person) return { redirect: request.base };
    throw new ApiError(
      "NOT_FOUND",
      "This link has already been used. The server prints a new one each time it starts.",
    );
  }),
  post("/sign-out", "signed_in", async ({ base, person, form }, { database }) => {
    if (textOf(form, "everywhere") !== "") await database.dashboardSessions.endAll(person.id);
    return { redirect: `${base}/sign-in`, session: "ended", notice: "You have been signed out." };
  }),
];

async function signIn(request: VisitorRequest, services: Services): Promise<Reply> {
  const { form, address } = request;
  const email = textOf(form, "email");
  // Passwords may contain spaces, so they aren't trimmed.
  const password = form.get("password");
  try {
    const attempt = { email, password: typeof password === "string" ? password : "", address };
    const person = await signInByPassword(services, attempt);
    return await startSession(person, request, services);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "UNAUTHORIZED") throw error;
    return {
      page: { ...(await signInPage(request, services, { email, fault: error.message })), status: 401 },
    };
  }
}

async function signInPage(
  request: VisitorRequest,
  services: Services,
  { email, fault, otherFault }: { email?: string; fault?: string; otherFault?: string } = {},
): Promise<PageReply> {
  const { mails, stores } = services.database;
  const canSignUp = await isOpenToAll(services);
  const [mailsLinks, onlyStore] = await Promise.all([mails.hasSender(), stores.findOnly()]);
  // With several stores, naming one would show visitors that it is here.
  const title = onlyStore ? `Sign in to ${onlyStore.name}` : "Sign in";
  const fields = html`<input type="hidden" name="next" value="${nextOf(request, services)}">
${textField({ label: "Email address", name: "email", type: "email", value: email, autocomplete: "username", isRequired: true })}
${textField({ label: "Password", name: "password", type: "password", fault, autocomplete: "current-password", isRequired: true })}
<button class="button full">Sign in</button>`;
  return {
    title,
    content: html`<div class="door">
<h1>${title}</h1>
${otherFault !== undefined && html`<p class="fault-list" role="alert">${otherFault}</p>`}
<div class="card">
${postForm(request, `${request.base}/sign-in`, fields)}
${passkeyForm(request, {
  does: "authenticate",
  options: `${request.base}/sign-in/passkey/options`,
  action: `${request.base}/sign-in/passkey`,
  button: "Sign in with a passkey",
  hidden: { next: nextOf(request, services) },
})}
${openIdLink(request, services)}
</div>
${mailsLinks && html`<p class="small forgotten"><a href="${request.base}/sign-in/forgotten">Forgot your password?</a></p>`}
${canSignUp && html`<p class="small"><a href="${request.base}/sign-up">Create a store</a></p>`}
<p class="small quiet">To get access, ask a store’s owner for an invitation.${!mailsLinks && " If you have forgotten your password, ask the operator for a reset link."}</p>
</div>`,
  };
}

/** A link rather than a form, because forms may not lead to another site. */
export function openIdLink(request: VisitorRequest, services: Services): Html | "" {
  const { openId } = services;
  if (!openId) return "";
  const next = new URLSearchParams({ next: nextOf(request, services) });
  return html`<p class="or">or</p>
<p><a class="button secondary full" href="${request.base}/sign-in/openid?${next}">Sign in with ${openId.name}</a></p>`;
}

async function finishOpenId(request: VisitorRequest, services: Services): Promise<Reply> {
  const { openId } = services;
  if (!openId) throw new ApiError("NOT_FOUND", "This page doesn’t exist.");
  try {
    const { person, next } = await openId.finish(request.browserToken, request.query);
    return { ...(await startSession(person, request, services)), redirect: next };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    // This log is the only place where a wrong client secret or URL shows up.
    if (error.cause !== undefined) services.log.warn({ err: error }, "sign-in by OpenID refused");
    return {
      page: { ...(await signInPage(request, services, { otherFault: error.message })), status: error.status },
    };
  }
}
