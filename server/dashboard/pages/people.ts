import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { Invitation } from "../../database/queries/people/invitations.ts";
import type { StorePerson } from "../../database/queries/people/people.ts";
import { isRole, type Role, roles } from "../../domain/role.ts";
import { invite } from "../../people/invitations.ts";
import { textOf } from "../frame/forms.ts";
import { get, post } from "../get-and-post.ts";
import type { Html, Reply, Services, StoreRequest } from "../route.ts";
import { actorText } from "../view/audit-texts.ts";
import { secretText } from "../view/copyable.ts";
import { postForm, selectField, textField } from "../view/forms.ts";
import { roleNames } from "../view/role-names.ts";
import { day, instant } from "../view/texts.ts";

export const peopleRoutes = [
  get("/people", "owner", async (request, services) => {
    return { page: { title: "People", content: await peoplePage(request, services) } };
  }),
  post("/people/invitations", "owner", invitePerson),
  post(
    "/people/invitations/{invitationId}/withdraw",
    "owner",
    async ({ store, path, by, link }, { database }) => {
      const invitationId = path.invitationId ?? "";
      if (!(await database.invitations.withdraw({ storeId: store.id, invitationId }, by))) {
        throw new ApiError("NOT_FOUND", "This invitation no longer exists.");
      }
      return { redirect: link("/people"), notice: "Invitation withdrawn." };
    },
  ),
  post("/people/{personId}/role", "owner", async ({ store, path, form, by, link }, { database }) => {
    const address = { storeId: store.id, personId: path.personId ?? "" };
    if (!(await database.people.setRole(address, roleIn(form), by))) throw noSuchPerson;
    return { redirect: link("/people"), notice: "Role changed." };
  }),
  post("/people/{personId}/remove", "owner", async ({ store, path, by, link }, { database }) => {
    const address = { storeId: store.id, personId: path.personId ?? "" };
    if (!(await database.people.remove(address, by))) throw noSuchPerson;
    return { redirect: link("/people"), notice: "Person removed." };
  }),
];

const roleOptions = roles.map((role): [Role, string] => [
  role,
  `${roleNames[role].name}: ${roleNames[role].may}`,
]);

interface Message {
  /** The link of a new invitation. */
  invited?: { email: string; url: string; isMailed: boolean };
  email?: string;
  fault?: string;
}

async function peoplePage(request: StoreRequest, services: Services, message: Message = {}): Promise<Html> {
  const { store } = request;
  const people = await services.database.people.list(store.id);
  const invitations = await services.database.invitations.list(store.id);
  const senderIds = invitations.flatMap(({ invitedBy }) =>
    invitedBy?.kind === "person" ? invitedBy.id : [],
  );
  const senders = await services.database.people.findAll([...new Set(senderIds)]);
  const names = new Map(senders.map(({ id, email }) => [id, email]));
  const fields = html`<div class="row-form">
${textField({ label: "Email address", name: "email", type: "email", value: message.email, fault: message.fault, isRequired: true, autocomplete: "off" })}
${selectField({ label: "Role", name: "role", value: "staff", options: roleOptions })}
<button class="button">Invite</button>
</div>`;
  return html`<div class="head"><h1>People</h1></div>
${message.invited && newInvitation(message.invited)}
<section class="card of-list">
<table class="list stacked">
<caption>People with access to ${store.name}</caption>
<thead><tr><th scope="col">Person</th><th scope="col">Role</th><th scope="col">Joined</th><th scope="col">Last seen</th><th scope="col"><span class="hidden-text">Change</span></th></tr></thead>
<tbody>
${people.map((person) => personRow(person, request))}
</tbody>
</table>
</section>
${invitations.length > 0 && openInvitations(invitations, names, request)}
<section class="card">
<h2>Invite a person</h2>
<p class="hint">${invitingHint(await services.database.mails.hasSender())}</p>
${postForm(request, request.link("/people/invitations"), fields)}
</section>`;
}

function personRow({ id, email, role, createdAt, lastSeenAt }: StorePerson, request: StoreRequest): Html {
  const isSelf = id === request.person.id;
  const select = html`<div class="inline-form"><label class="hidden-text" for="role-${id}">Role of ${email}</label>
<select id="role-${id}" name="role">${roles.map(
    (one) =>
      html`<option value="${one}"${one === role ? html` selected` : ""}>${roleNames[one].name}</option>`,
  )}</select>
<button class="button secondary small">Change</button></div>`;
  const change = html`<details><summary>Change</summary>
<div class="actions">${postForm(request, request.link(`/people/${id}/role`), select)}
${postForm(request, request.link(`/people/${id}/remove`), html`<button class="link danger">Remove from the store</button>`)}</div></details>`;
  return html`<tr><th scope="row">${email}${isSelf && html` <span class="quiet">(you)</span>`}</th>
<td data-label="Role">${roleNames[role].name}</td><td data-label="Joined">${day(createdAt, request.store.timeZone)}</td>
<td data-label="Last seen">${lastSeenAt === null ? "" : instant(lastSeenAt, request.store.timeZone)}</td><td>${change}</td></tr>
`;
}

function invitingHint(isMailed: boolean): string {
  return isMailed
    ? "They get an email with a link. It works once and expires after seven days."
    : "You get a link to send to them. It works once and expires after seven days.";
}

function newInvitation({ email, url, isMailed }: NonNullable<Message["invited"]>): Html {
  return html`<section class="card" role="status">
<h2>${isMailed ? html`The link was emailed to ${email}` : html`Send this link to ${email}`}</h2>
<p class="hint">${isMailed && "If the email doesn’t arrive, send it another way. "}It is shown only once. Anyone who opens it can join as ${email}, so don’t send it to others.</p>
${secretText(url)}
</section>`;
}

/** @param names email addresses of the senders, by id */
function openInvitations(
  invitations: Invitation[],
  names: ReadonlyMap<string, string>,
  request: StoreRequest,
): Html {
  return html`<section class="card of-list">
<table class="list stacked">
<caption>Pending invitations</caption>
<thead><tr><th scope="col">Email address</th><th scope="col">Role</th><th scope="col">Sent by</th><th scope="col">Expires</th><th scope="col"><span class="hidden-text">Change</span></th></tr></thead>
<tbody>
${invitations.map(
  ({ id, email, role, invitedBy, expiresAt }) => html`<tr><th scope="row">${email}</th>
<td data-label="Role">${role === null ? "" : roleNames[role].name}</td>
<td data-label="Sent by" class="wraps"><span>${invitedBy && actorText(invitedBy, names)}</span></td><td data-label="Expires">${instant(expiresAt, request.store.timeZone)}</td>
<td>${postForm(request, request.link(`/people/invitations/${id}/withdraw`), html`<button class="link danger">Withdraw</button>`)}</td></tr>
`,
)}
</tbody>
</table>
</section>`;
}

async function invitePerson(request: StoreRequest, services: Services): Promise<Reply> {
  const { store, form, by } = request;
  const email = textOf(form, "email");
  const role = roleIn(form);
  try {
    const { database, clock, publicUrl } = services;
    const { invitation, link, isMailed } = await invite(
      database,
      { storeId: store.id, email, role },
      { clock, by },
    );
    const invited = { email: invitation.email, url: publicUrl + link, isMailed };
    return { page: { title: "People", content: await peoplePage(request, services, { invited }) } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const content = await peoplePage(request, services, { email, fault: error.message });
    return { page: { title: "People", content, status: error.status } };
  }
}

const noSuchPerson = new ApiError("NOT_FOUND", "This person has no access to the store.");

function roleIn(form: FormData): Role {
  const role = textOf(form, "role");
  if (!isRole(role)) throw new ApiError("VALIDATION_ERROR", "Choose a role.");
  return role;
}
