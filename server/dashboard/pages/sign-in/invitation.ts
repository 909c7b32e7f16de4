import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { Invitation } from "../../../database/queries/people/invitations.ts";
import type { Person } from "../../../database/queries/people/people.ts";
import { checkPassword, hashPassword, passwordLength } from "../../../people/passwords.ts";
import { textOf } from "../../frame/forms.ts";
import { get, post } from "../../get-and-post.ts";
import type { Html, PageReply, Reply, Services, VisitorRequest } from "../../route.ts";
import { postForm, textField } from "../../view/forms.ts";
import { passkeyForm } from "../../view/passkey-form.ts";
import { roleNames } from "../../view/role-names.ts";
import { openIdLink } from "./sign-in.ts";
import { startSession } from "./start-session.ts";

export const invitationRoutes = [
  get("/invitation", "anyone", async (request, services) => {
    const token = request.query.get("token") ?? "";
    return { page: await invitationPage(token, request, services) };
  }),
  post("/invitation", "anyone", acceptInvitation),
  post("/invitation/passkey/options", "anyone", async (request, services) => {
    await services.countAttempt({ address: request.address });
    const { email } = await findInvitation(textOf(request.form, "token"), services, usedUp);
    return { json: await services.passkeys.registrationOptions(email, request.browserToken) };
  }),
  post("/invitation/passkey", "anyone", async (request, services) => {
    const { form, person: signedIn, browserToken } = request;
    const passkey = await services.passkeys.register(textOf(form, "response"), browserToken);
    const person = await services.database.invitations.accept(textOf(form, "token"), { signedIn, passkey });
    if (!person) throw usedUp;
    return startSession(person, request, services);
  }),
];

async function acceptInvitation(request: VisitorRequest, services: Services): Promise<Reply> {
  const { form, person: signedIn, address, base } = request;
  const { database, countAttempt } = services;
  await countAttempt({ address });
  const token = textOf(form, "token");
  const invitation = await findInvitation(token, services, usedUp);
  const known = await accountFor(invitation, services);
  if (signedIn && signedIn.id === known?.id) {
    if (!(await database.invitations.accept(token, { signedIn }))) throw usedUp;
    return {
      redirect: base,
      notice: invitation.isSignUp ? "Your address is confirmed." : "You have joined the store.",
    };
  }
  const password = form.get("password");
  try {
    checkPassword(typeof password === "string" ? password : "", invitation.email);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const page = await invitationPage(token, request, services, error.message);
    return { page: { ...page, status: 400 } };
  }
  const passwordHash = await hashPassword(String(password), address);
  const person = await database.invitations.accept(token, { signedIn, passwordHash });
  if (!person) throw usedUp;
  return startSession(person, request, services);
}

async function invitationPage(
  token: string,
  request: VisitorRequest,
  services: Services,
  fault?: string,
): Promise<PageReply> {
  const invitation = await findInvitation(token, services);
  const { email, storeId, role, invitedBy } = invitation;
  const sender = invitedBy?.kind === "person" ? await services.database.people.find(invitedBy.id) : undefined;
  const store = storeId === null ? undefined : await services.database.stores.find(storeId);
  const title = store
    ? `Join ${store.name}`
    : invitation.isSignUp
      ? "Create a store"
      : "Choose a new password";
  const way = await wayIn({ invitation, token, fault }, request, services);
  return {
    title,
    content: html`<div class="door">
<h1>${title}</h1>
<div class="card">
<dl class="facts"><dt>Email address</dt><dd>${email}</dd>
${role !== null && html`<dt>Your role</dt><dd>${roleNames[role].name}: ${roleNames[role].may}</dd>`}
${sender && html`<dt>Invited by</dt><dd>${sender.email}</dd>`}</dl>
<hr>
${way}
</div>
</div>`,
  };
}

/** The person's next step: join, sign in first, or choose how to sign in. */
async function wayIn(
  { invitation, token, fault }: { invitation: Invitation; token: string; fault: string | undefined },
  request: VisitorRequest,
  services: Services,
): Promise<Html> {
  const { base, person: signedIn } = request;
  const { email } = invitation;
  const [isReset, join] = [resetsPassword(invitation), invitation.isSignUp ? "Continue" : "Join"];
  const action = `${base}/invitation`;
  const tokenField = html`<input type="hidden" name="token" value="${token}">`;
  const known = await accountFor(invitation, services);
  if (known) {
    if (signedIn?.id === known.id) {
      return postForm(request, action, html`${tokenField}<button class="button full">${join}</button>`);
    }
    const next = new URLSearchParams({ next: `${action}?${new URLSearchParams({ token })}` });
    return html`<p>You already have an account. Sign in to continue.</p>
<p class="actions"><a class="button full" href="${base}/sign-in?${next}">Sign in</a></p>`;
  }
  const byPassword = postForm(
    request,
    action,
    html`${tokenField}
<input type="hidden" name="username" value="${email}" autocomplete="username">
${textField({
  label: "Choose a password",
  name: "password",
  type: "password",
  hint: `At least ${passwordLength.min} characters. A sentence works well.`,
  fault,
  autocomplete: "new-password",
  isRequired: true,
})}
<button class="button full">${isReset ? "Save password" : join}</button>`,
  );
  return html`${byPassword}
${passkeyForm(request, {
  does: "register",
  options: `${action}/passkey/options`,
  action: `${action}/passkey`,
  button: "Use a passkey instead",
  hidden: { token },
})}
${!isReset && openIdLink(request, services)}`;
}

/**
 * The account of an invited person who can already sign in. Undefined if they can't yet, even if this browser
 * is signed in as them, and for links that reset a password.
 */
async function accountFor(
  invitation: Invitation,
  { database: { people } }: Services,
): Promise<Person | undefined> {
  const known = resetsPassword(invitation) ? undefined : await people.findByEmail(invitation.email);
  return known && (await people.canSignIn(known.id)) ? known : undefined;
}

function resetsPassword({ storeId, isSignUp }: Invitation): boolean {
  return storeId === null && !isSignUp;
}

async function findInvitation(
  token: string,
  { database }: Services,
  refusal = noLongerOpen,
): Promise<Invitation> {
  const invitation = await database.invitations.find(token);
  if (!invitation) throw refusal;
  return invitation;
}

const noLongerOpen = new ApiError(
  "NOT_FOUND",
  "This link is no longer valid: it has been used, replaced or withdrawn, or has expired. Ask for a new one.",
);

/** For a form that was open: most often, the same person has just sent it twice. */
const usedUp = new ApiError(
  "CONFLICT",
  "This link has been used, replaced or withdrawn, or has expired. If you have just used it, sign in. Otherwise, ask for a new one.",
);
