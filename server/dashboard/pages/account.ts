import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { Passkey } from "../../database/queries/people/passkeys.ts";
import { utc } from "../../domain/time-zone.ts";
import { changePassword } from "../../people/change-password.ts";
import { passwordLength } from "../../people/passwords.ts";
import { textOf } from "../frame/forms.ts";
import { get, post } from "../get-and-post.ts";
import type { Html, PageReply, PersonRequest, Reply, Services } from "../route.ts";
import { postForm, textField } from "../view/forms.ts";
import { passkeyForm } from "../view/passkey-form.ts";
import { day, instant } from "../view/texts.ts";
import { startSession } from "./sign-in/start-session.ts";

export const accountRoutes = [
  get("/account", "signed_in", async (request, services) => {
    return { page: await accountPage(request, services) };
  }),
  post("/account/password", "signed_in", savePassword),
  post("/account/passkeys/options", "signed_in", async (request, services) => {
    checkFresh(request, services);
    const { person, browserToken } = request;
    return { json: await services.passkeys.registrationOptions(person.email, browserToken) };
  }),
  post("/account/passkeys", "signed_in", async (request, services) => {
    checkFresh(request, services);
    const { base, person, form, browserToken } = request;
    const { database, passkeys } = services;
    const passkey = await passkeys.register(textOf(form, "response"), browserToken);
    await database.passkeys.add({ ...passkey, personId: person.id });
    return { redirect: `${base}/account`, notice: "Passkey added. You can now sign in with it." };
  }),
  post("/account/passkeys/remove", "signed_in", async ({ base, person, form }, { database }) => {
    if (!(await database.passkeys.remove({ personId: person.id, id: textOf(form, "id") }))) {
      throw new ApiError("NOT_FOUND", "This passkey no longer exists.");
    }
    return { redirect: `${base}/account`, notice: "Passkey removed." };
  }),
];

/**
 * A passkey outlives the session that adds it, so a person who
 * finds an open browser must not be able to add one.
 */
const freshForMs = 10 * 60 * 1000;

function isFresh({ signedInAt }: PersonRequest, { clock }: Services): boolean {
  return clock() - signedInAt <= freshForMs;
}

/** @param faults of the password form, by field */
async function accountPage(
  request: PersonRequest,
  services: Services,
  faults: PasswordFaults = {},
): Promise<PageReply> {
  const { database } = services;
  const { base, person } = request;
  const [passkeys, known] = await Promise.all([
    database.passkeys.list(person.id),
    database.people.passwordOf(person.email),
  ]);
  const everywhere = html`<input type="hidden" name="everywhere" value="yes">
<button class="button secondary">Sign out everywhere</button>`;
  return {
    title: "Your account",
    content: html`<p class="crumb"><a href="${base}">← Your stores</a></p>
<div class="head"><h1>Your account</h1><p class="lead">${person.email}</p></div>
${services.developmentMails && html`<p class="hint">Development sends no email. <a href="${base}/mails">Show the emails</a></p>`}
${known !== undefined && known.passwordHash !== null && passwordCard(request, faults)}
<section class="card">
<h2>Passkeys</h2>
<p class="hint">Sign in with your fingerprint, face or device PIN instead of a password.</p>
${passkeys.length > 0 && html`<ul class="plain-list">${passkeys.map((passkey) => passkeyEntry(passkey, request))}</ul>`}
<div class="actions">${isFresh(request, services) ? addForm(request) : signInAgain(request)}</div>
</section>
<section class="card">
<h2>Sessions</h2>
<p class="hint">Sessions end after twelve hours of inactivity, or after seven days.</p>
${postForm(request, `${base}/sign-out`, everywhere)}
</section>`,
  };
}

interface PasswordFaults {
  current?: string;
  password?: string;
}

function passwordCard(request: PersonRequest, faults: PasswordFaults): Html {
  const { base, person } = request;
  const fields = html`<input type="hidden" name="username" value="${person.email}" autocomplete="username">
${textField({
  label: "Current password",
  name: "current",
  type: "password",
  fault: faults.current,
  autocomplete: "current-password",
  isRequired: true,
})}
${textField({
  label: "New password",
  name: "password",
  type: "password",
  hint: `At least ${passwordLength.min} characters. A sentence works well.`,
  fault: faults.password,
  autocomplete: "new-password",
  isRequired: true,
})}
<div class="actions"><button class="button secondary">Change password</button></div>`;
  return html`<section class="card">
<h2>Password</h2>
<p class="hint">Changing it signs you out everywhere else.</p>
${postForm(request, `${base}/account/password`, fields)}
</section>`;
}

async function savePassword(request: PersonRequest, services: Services): Promise<Reply> {
  const { person, form, address, base } = request;
  // Passwords may contain spaces, so they aren't trimmed.
  const typed = (name: string) => String(form.get(name) ?? "");
  try {
    await changePassword(services, {
      person,
      address,
      current: typed("current"),
      password: typed("password"),
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message } = error;
    if (code !== "FORBIDDEN" && code !== "VALIDATION_ERROR") throw error;
    const faults = { [code === "FORBIDDEN" ? "current" : "password"]: message };
    return { page: { ...(await accountPage(request, services, faults)), status: 400 } };
  }
  const session = await startSession(person, request, services);
  return { ...session, redirect: `${base}/account`, notice: "Password changed." };
}

function addForm(request: PersonRequest): Html {
  return passkeyForm(request, {
    does: "register",
    options: `${request.base}/account/passkeys/options`,
    action: `${request.base}/account/passkeys`,
    button: "Add a passkey",
  });
}

function signInAgain({ base }: PersonRequest): Html {
  const to = new URLSearchParams({ again: "yes", next: `${base}/account` });
  return html`<a class="button secondary" href="${base}/sign-in?${to}">Sign in again to add a passkey</a>`;
}

function checkFresh(request: PersonRequest, services: Services): void {
  if (isFresh(request, services)) return;
  throw new ApiError("FORBIDDEN", "You signed in a while ago. Sign in again to add a passkey.");
}

function passkeyEntry({ id, createdAt, lastUsedAt }: Passkey, request: PersonRequest): Html {
  const fields = html`<input type="hidden" name="id" value="${id}"><button class="link danger">Remove</button>`;
  return html`<li>Created on ${day(createdAt, utc)}, ${lastUsedAt === null ? "not used yet" : html`last used ${instant(lastUsedAt, utc)}`}
${postForm(request, `${request.base}/account/passkeys/remove`, fields)}</li>`;
}
