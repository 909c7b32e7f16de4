import { ApiError } from "@counterpart/toolkit/errors";
import { html } from "hono/html";
import { signInByPassword } from "../../../people/password-sign-in.ts";
import { textOf } from "../../frame/forms.ts";
import type {
  DashboardServices,
  PageReply,
  PersonRequest,
  Reply,
  Route,
  VisitorRequest,
} from "../../route.ts";
import { postForm, textField } from "../../view/forms.ts";
import { nextOf, startSession } from "./start-session.ts";

export const signInRoutes: Route[] = [
  { method: "GET", path: "/sign-in", access: "anyone", answer: showSignIn },
  { method: "POST", path: "/sign-in", access: "anyone", answer: signIn },
  { method: "GET", path: "/sign-in/development", access: "anyone", answer: signInByLink },
  { method: "POST", path: "/sign-out", access: "signed_in", answer: signOut },
];

async function showSignIn(request: VisitorRequest, services: DashboardServices): Promise<Reply> {
  if (request.person) return { redirect: nextOf(request, services) };
  return { page: signInPage(request, services) };
}

async function signIn(request: VisitorRequest, services: DashboardServices): Promise<Reply> {
  const { form, address } = request;
  const email = textOf(form, "email");
  // Spaces may belong to a password.
  const password = form.get("password");
  try {
    const attempt = { email, password: typeof password === "string" ? password : "", address };
    const person = await signInByPassword(services, attempt);
    return await startSession(person, request, services);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "UNAUTHORIZED") throw error;
    return { page: { ...signInPage(request, services, { email, fault: error.message }), status: 401 } };
  }
}

function signInPage(
  request: VisitorRequest,
  services: DashboardServices,
  { email, fault }: { email?: string; fault?: string } = {},
): PageReply {
  const fields = html`<input type="hidden" name="next" value="${nextOf(request, services)}">
${textField({ label: "E-mail address", name: "email", type: "email", value: email, autocomplete: "username", isRequired: true })}
${textField({ label: "Password", name: "password", type: "password", fault, autocomplete: "current-password", isRequired: true })}
<button class="button full">Sign in</button>`;
  return {
    title: "Sign in",
    content: html`<div class="door">
<h1>Sign in</h1>
<div class="card">
${postForm(request, `${request.base}/sign-in`, fields)}
</div>
<p class="small quiet">You get to the dashboard by an invitation from a store’s owner. If you have lost your password, ask the operator for a new link.</p>
</div>`,
  };
}

/** The link that `npm start` prints in development. */
async function signInByLink(request: VisitorRequest, services: DashboardServices): Promise<Reply> {
  const { developmentSignIn } = services;
  if (!developmentSignIn) throw new ApiError("NOT_FOUND", "There is no such page.");
  const person = developmentSignIn(request.query.get("token") ?? "");
  if (person) return startSession(person, request, services);
  if (request.person) return { redirect: request.base };
  throw new ApiError(
    "NOT_FOUND",
    "This link has been used. It works once; the server prints another one when it starts.",
  );
}

async function signOut(
  { base, person, form }: PersonRequest,
  { database }: DashboardServices,
): Promise<Reply> {
  if (textOf(form, "everywhere") !== "") await database.dashboardSessions.endAll(person.id);
  return { redirect: `${base}/sign-in`, session: "ended", notice: "You are signed out." };
}
