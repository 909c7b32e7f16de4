import { seenField, textsOf } from "../../../server/dashboard/pages/settings/setting-texts.ts";
import { newToken } from "../../../server/people/invitations.ts";
import { type Caller, type CallerName, password, productImage, type Scene } from "./scene.ts";

type Method = "GET" | "POST";

export interface Cell {
  status: number;
  isAllowed: boolean;
}

export type Cells = Record<CallerName, Cell>;

export interface Expected {
  cells: Cells;
  query?: (scene: Scene) => Record<string, string>;
  /** For a form that is complete except for its token. */
  fields?: (scene: Scene, caller: Caller) => Record<string, string>;
  /** A file in the form, by its name. */
  file?: (scene: Scene) => { name: string; text: string };
  /** The path with its query, if it can't be built from the scene's ids. */
  path?: (scene: Scene) => Promise<string>;
  /** Whether an allowed request changes anything. By default, POSTs do. */
  changes?: boolean;
  /** Texts on the page of an allowed request. */
  shows?: (scene: Scene, caller: Caller) => string;
  /** Where an allowed request is redirected. */
  leadsTo?: (scene: Scene) => string;
  /** Whether the request has the secret of an invitation, and so may see its contents. */
  hasLink?: boolean;
}

const allowed = (status: number): Cell => ({ status, isAllowed: true });
const refused = (status: number): Cell => ({ status, isAllowed: false });

/** For all callers. A form from before the end of the session isn't accepted. */
function forAnyone(method: Method, status: number): Cells {
  const cell = allowed(status);
  const ended = method === "GET" ? cell : refused(403);
  return { anonymous: cell, ended, stranger: cell, readOnly: cell, staff: cell, owner: cell };
}

/** Refuses all callers with the same status. */
function sameForAll(method: Method, status: number): Cells {
  const cell = refused(status);
  const ended = method === "GET" ? cell : refused(403);
  return { anonymous: cell, ended, stranger: cell, readOnly: cell, staff: cell, owner: cell };
}

/** For signed-in callers. Others are redirected to the sign-in page, or asked to send the form again. */
function forSignedIn(method: Method, status: number): Cells {
  const signIn = refused(method === "GET" ? 303 : 401);
  return { ...forAnyone(method, status), anonymous: signIn, ended: signIn };
}

/** For the people of the store. For others, the page doesn't exist. */
function forMembers(method: Method, status: number): Cells {
  return { ...forSignedIn(method, status), stranger: refused(404) };
}

function forStaff(method: Method, status: number): Cells {
  return { ...forMembers(method, status), readOnly: refused(403) };
}

function forOwners(method: Method, status: number): Cells {
  return { ...forStaff(method, status), staff: refused(403) };
}

/** For a page that this world doesn't have. Callers who aren't signed in are redirected to the sign-in page first. */
const missingForSignedIn: Cells = { ...sameForAll("GET", 404), anonymous: refused(303), ended: refused(303) };

const storePath = "/dashboard/stores/{store}";
const customer = ({ customerEmail }: Scene) => customerEmail;
const product = ({ productName }: Scene) => productName;
const noPasskey = () => ({ response: "{}" });

/** Completes the payment provider's page for connecting an account, as the owner. Returns the path back. */
async function connectAccount({ callers, home }: Scene): Promise<string> {
  const { text } = await callers.owner.visitor.get(`${home}/payments`);
  const url = new URL(
    (/href="([^"]*\/oauth\/authorize[^"]*)"/.exec(text)?.[1] ?? "").replaceAll("&amp;", "&"),
  );
  const body = new URLSearchParams([...url.searchParams, ["answer", "connect"]]);
  const answered = await fetch(`${url.origin}/oauth/authorize`, { method: "POST", redirect: "manual", body });
  const back = new URL(answered.headers.get("location") ?? "");
  return back.pathname + back.search;
}

/**
 * What each route does for each caller, by method and path. It is written by hand and not derived from the routes, so
 * that a route is opened to others only on purpose.
 */
export const expectedAccess: Record<string, Expected> = {
  "GET /dashboard/assets/dashboard.css": { cells: forAnyone("GET", 200) },
  "GET /dashboard/assets/passkeys.js": { cells: forAnyone("GET", 200) },
  "GET /dashboard/assets/dashboard.js": { cells: forAnyone("GET", 200) },
  "GET /dashboard/assets/webauthn.js": { cells: forAnyone("GET", 200) },
  "GET /dashboard/assets/icon.svg": { cells: forAnyone("GET", 200) },
  "GET /dashboard/*": { cells: sameForAll("GET", 404) },
  "POST /dashboard/*": { cells: sameForAll("POST", 404) },

  "GET /dashboard/sign-in": {
    cells: { ...forAnyone("GET", 303), anonymous: allowed(200), ended: allowed(200) },
  },
  "POST /dashboard/sign-in": {
    cells: forAnyone("POST", 303),
    fields: ({ colleague }) => ({ email: colleague, password }),
    leadsTo: () => "/dashboard",
  },
  "POST /dashboard/sign-in/passkey/options": { cells: forAnyone("POST", 200) },
  "POST /dashboard/sign-in/passkey": { cells: sameForAll("POST", 401), fields: noPasskey },
  "GET /dashboard/sign-in/openid": { cells: forAnyone("GET", 303), changes: true },
  "GET /dashboard/sign-in/openid/callback": {
    cells: sameForAll("GET", 401),
    query: () => ({ code: "unknown", state: "unknown" }),
  },
  // It exists in development only.
  "GET /dashboard/sign-in/development": {
    cells: sameForAll("GET", 404),
    query: () => ({ token: newToken() }),
  },
  // They exist if this installation sends mail.
  "GET /dashboard/sign-in/forgotten": { cells: sameForAll("GET", 404) },
  "POST /dashboard/sign-in/forgotten": {
    cells: sameForAll("POST", 404),
    fields: ({ colleague }) => ({ email: colleague }),
  },
  "POST /dashboard/sign-out": {
    cells: forSignedIn("POST", 303),
    fields: () => ({ everywhere: "yes" }),
    leadsTo: () => "/dashboard/sign-in",
  },

  "GET /dashboard/invitation": {
    cells: forAnyone("GET", 200),
    query: ({ invitation }) => ({ token: invitation.token }),
    shows: ({ invitation }) => invitation.email,
    hasLink: true,
  },
  "POST /dashboard/invitation": {
    cells: forAnyone("POST", 303),
    fields: ({ invitation: { token } }) => ({ token, password }),
    leadsTo: () => "/dashboard",
    hasLink: true,
  },
  "POST /dashboard/invitation/passkey/options": {
    cells: forAnyone("POST", 200),
    fields: ({ invitation: { token } }) => ({ token }),
    shows: ({ invitation }) => invitation.email,
    hasLink: true,
  },
  "POST /dashboard/invitation/passkey": {
    cells: sameForAll("POST", 400),
    fields: ({ invitation: { token } }) => ({ token, ...noPasskey() }),
    hasLink: true,
  },

  // They exist in development only.
  "GET /dashboard/mails": { cells: missingForSignedIn },
  "GET /dashboard/mails/{mailId}": {
    cells: missingForSignedIn,
    path: async () => "/dashboard/mails/mail_1",
  },
  // Sign-up is off, and no one is the operator.
  "GET /dashboard/sign-up": { cells: sameForAll("GET", 404) },
  "POST /dashboard/sign-up": { cells: sameForAll("POST", 404), changes: false },
  "GET /dashboard/new-store": { cells: missingForSignedIn },
  "POST /dashboard/new-store": {
    cells: { ...sameForAll("POST", 403), anonymous: refused(401), ended: refused(401) },
    fields: () => ({ name: "Mine", currency: "eur", country: "ie" }),
    changes: false,
  },
  "GET /dashboard/plans": { cells: missingForSignedIn },
  "POST /dashboard/plans": {
    cells: { ...sameForAll("POST", 404), anonymous: refused(401), ended: refused(401) },
    changes: false,
  },
  "GET /dashboard/account": { cells: forSignedIn("GET", 200), shows: (_, { email }) => email },
  "POST /dashboard/account/password": {
    cells: forSignedIn("POST", 303),
    fields: () => ({ current: password, password: "another walk by the sea" }),
    leadsTo: () => "/dashboard/account",
  },
  "POST /dashboard/account/passkeys/options": {
    cells: forSignedIn("POST", 200),
    shows: (_, { email }) => email,
  },
  "POST /dashboard/account/passkeys": {
    cells: { ...sameForAll("POST", 400), anonymous: refused(401), ended: refused(401) },
    fields: noPasskey,
  },
  "POST /dashboard/account/passkeys/remove": {
    cells: { ...sameForAll("POST", 404), anonymous: refused(401), ended: refused(401) },
    fields: () => ({ id: "unknown" }),
  },
  "GET /dashboard": { cells: forSignedIn("GET", 303) },
  // Only the browser that began may finish.
  "GET /dashboard/payments/connected": {
    cells: { ...forOwners("GET", 303), stranger: refused(403) },
    path: connectAccount,
    changes: true,
    leadsTo: ({ home }) => `${home}/payments`,
  },

  [`GET ${storePath}`]: { cells: forMembers("GET", 200), shows: ({ merchant }) => merchant.store.name },
  [`GET ${storePath}/orders`]: { cells: forMembers("GET", 200), shows: customer },
  [`GET ${storePath}/orders/export`]: { cells: forMembers("GET", 200), shows: customer },
  [`GET ${storePath}/orders/pick-list`]: { cells: forMembers("GET", 200), shows: product },
  [`GET ${storePath}/orders/{orderId}`]: { cells: forMembers("GET", 200), shows: customer },
  [`GET ${storePath}/orders/{orderId}/slip`]: { cells: forMembers("GET", 200), shows: product },
  [`GET ${storePath}/orders/{orderId}/payments/{paymentId}/invoice`]: {
    cells: forMembers("GET", 303),
  },
  [`POST ${storePath}/orders/{orderId}/fulfilment`]: {
    cells: forStaff("POST", 303),
    fields: ({ versions }) => ({ version: versions.fulfilment }),
    leadsTo: ({ home, ids }) => `${home}/orders/${ids.orderId}`,
  },
  [`POST ${storePath}/orders/{orderId}/returns`]: {
    cells: forStaff("POST", 303),
    fields: ({ ids }) => ({ [`return-${ids.productId}`]: "1" }),
    leadsTo: ({ home, ids }) => `${home}/orders/${ids.orderId}`,
  },
  [`POST ${storePath}/orders/{orderId}/returns/{returnId}`]: {
    cells: forStaff("POST", 303),
    fields: () => ({ received: "yes" }),
    leadsTo: ({ home, ids }) => `${home}/orders/${ids.orderId}`,
  },
  [`GET ${storePath}/orders/{orderId}/refund`]: {
    cells: forStaff("GET", 200),
    query: ({ paymentId }) => ({ payment: paymentId, amount: "1.00", seen: "1", token: newToken() }),
    shows: customer,
  },
  [`POST ${storePath}/orders/{orderId}/refunds`]: {
    cells: forStaff("POST", 303),
    fields: ({ paymentId }) => ({ payment: paymentId, amount: "1.00", seen: "1", token: newToken() }),
    leadsTo: ({ home, ids }) => `${home}/orders/${ids.orderId}`,
  },
  [`POST ${storePath}/orders/{orderId}/refunds/{refundId}/resolved`]: {
    cells: forStaff("POST", 303),
    leadsTo: ({ home, ids }) => `${home}/orders/${ids.orderId}`,
  },
  [`POST ${storePath}/orders/{orderId}/differences/{differenceId}/resolved`]: {
    cells: forStaff("POST", 303),
    leadsTo: ({ home, ids }) => `${home}/orders/${ids.orderId}`,
  },
  [`POST ${storePath}/orders/{orderId}/address`]: {
    cells: forStaff("POST", 303),
    fields: () => ({ name: "Ines Duarte", line1: "8 Quay Street", city: "Galway" }),
    leadsTo: ({ home, ids }) => `${home}/orders/${ids.orderId}`,
  },
  // The installation of these tests sends no mail.
  [`POST ${storePath}/orders/{orderId}/mails`]: { cells: forStaff("POST", 409), changes: false },
  [`POST ${storePath}/orders/{orderId}/mails/dismissed`]: { cells: forStaff("POST", 404), changes: false },
  [`GET ${storePath}/search`]: {
    cells: forMembers("GET", 200),
    query: ({ customerEmail }) => ({ q: customerEmail }),
    shows: customer,
  },
  [`GET ${storePath}/products`]: { cells: forMembers("GET", 200), shows: product },
  [`GET ${storePath}/products/export`]: { cells: forMembers("GET", 200) },
  [`GET ${storePath}/products/export/files`]: { cells: forMembers("GET", 200) },
  [`GET ${storePath}/products/import`]: { cells: forStaff("GET", 200) },
  [`POST ${storePath}/products/import`]: {
    cells: forStaff("POST", 200),
    file: ({ productName }) => ({
      name: "products.json",
      text: JSON.stringify([
        {
          reference: "imported",
          name: `Imported beside ${productName}`,
          priceInCents: 100,
          type: "physical",
        },
      ]),
    }),
    shows: () => "Import complete",
  },
  [`GET ${storePath}/products/new`]: { cells: forStaff("GET", 200), shows: () => "Add a product" },
  [`POST ${storePath}/products`]: {
    cells: forStaff("POST", 303),
    fields: ({ productName }) => ({ name: `Beside ${productName}`, kind: "physical", price: "1.00" }),
  },
  [`GET ${storePath}/products/{productId}/delete`]: { cells: forStaff("GET", 200), shows: product },
  [`POST ${storePath}/products/{productId}/delete`]: {
    cells: forStaff("POST", 303),
    fields: ({ versions }) => ({ version: versions.product }),
    leadsTo: ({ home }) => `${home}/products`,
  },
  // The product isn't a subscription.
  [`GET ${storePath}/products/{productId}/reprice`]: { cells: forOwners("GET", 404) },
  [`POST ${storePath}/products/{productId}/reprice`]: { cells: forOwners("POST", 404), changes: false },
  [`GET ${storePath}/products/edit`]: { cells: forStaff("GET", 200) },
  [`POST ${storePath}/products/edit`]: {
    cells: forStaff("POST", 303),
    changes: false,
    leadsTo: ({ home }) => `${home}/products`,
  },
  // The store has the plan already.
  [`POST ${storePath}/plan`]: { cells: forOwners("POST", 303), changes: false, leadsTo: ({ home }) => home },
  [`POST ${storePath}/publishing`]: {
    cells: forOwners("POST", 303),
    fields: () => ({ published: "no" }),
    leadsTo: ({ home }) => home,
  },
  [`GET ${storePath}/products/{productId}/variants`]: { cells: forStaff("GET", 200), shows: product },
  // The table of the options, which isn't saved yet.
  [`POST ${storePath}/products/{productId}/variants`]: {
    cells: forStaff("POST", 200),
    fields: () => ({ "option-name-1": "Size", "option-values-1": "A4", step: "table" }),
    changes: false,
  },
  [`GET ${storePath}/products/{productId}`]: { cells: forMembers("GET", 200), shows: product },
  [`POST ${storePath}/products/{productId}`]: {
    cells: forStaff("POST", 303),
    fields: ({ versions, productName }) => ({
      version: versions.product,
      name: `New ${productName}`,
      price: "1.00",
    }),
    leadsTo: ({ home, ids }) => `${home}/products/${ids.productId}`,
  },
  [`GET ${storePath}/products/{productId}/images`]: { cells: forStaff("GET", 200), shows: product },
  [`POST ${storePath}/products/{productId}/images`]: {
    cells: forStaff("POST", 303),
    fields: ({ versions }) => ({ version: versions.product, url: "https://img.example/sea.jpg" }),
    leadsTo: ({ home, ids }) => `${home}/products/${ids.productId}/images`,
  },
  [`POST ${storePath}/products/{productId}/images/change`]: {
    cells: forStaff("POST", 303),
    fields: ({ versions }) => ({ version: versions.product, url: productImage, action: "remove" }),
    leadsTo: ({ home, ids }) => `${home}/products/${ids.productId}/images`,
  },
  [`GET ${storePath}/products/{productId}/file`]: { cells: forStaff("GET", 200), shows: product },
  [`POST ${storePath}/products/{productId}/file`]: {
    cells: forStaff("POST", 400),
    file: () => ({ name: "manual.pdf", text: "A manual" }),
    shows: () => "Only digital products have a file.",
    changes: false,
  },
  [`POST ${storePath}/products/{productId}/file/remove`]: {
    cells: forStaff("POST", 303),
    leadsTo: ({ home, ids }) => `${home}/products/${ids.productId}`,
  },
  [`POST ${storePath}/products/{productId}/active`]: {
    cells: forStaff("POST", 303),
    fields: ({ versions }) => ({ version: versions.product, active: "no" }),
    leadsTo: ({ home, ids }) => `${home}/products/${ids.productId}`,
  },
  [`GET ${storePath}/subscriptions`]: { cells: forMembers("GET", 200), shows: customer },
  [`POST ${storePath}/subscriptions/{subscriptionId}/member`]: {
    cells: forStaff("POST", 303),
    fields: () => ({ member: "member_17" }),
    leadsTo: ({ home }) => `${home}/subscriptions`,
  },
  [`GET ${storePath}/subscriptions/{subscriptionId}/cancel`]: {
    cells: forStaff("GET", 200),
    shows: () => "Cancel a subscription",
  },
  [`POST ${storePath}/subscriptions/{subscriptionId}/cancel`]: {
    cells: forStaff("POST", 303),
    fields: () => ({ at: "periodEnd" }),
    leadsTo: ({ home }) => `${home}/subscriptions`,
  },
  [`GET ${storePath}/people`]: { cells: forOwners("GET", 200), shows: ({ colleague }) => colleague },
  [`POST ${storePath}/people/invitations`]: {
    cells: forOwners("POST", 200),
    fields: () => ({ email: "grace@example.com", role: "staff" }),
    shows: () => "Send this link to grace@example.com",
  },
  [`POST ${storePath}/people/invitations/{invitationId}/withdraw`]: {
    cells: forOwners("POST", 303),
    leadsTo: ({ home }) => `${home}/people`,
  },
  [`POST ${storePath}/people/{personId}/role`]: {
    cells: forOwners("POST", 303),
    fields: () => ({ role: "owner" }),
    leadsTo: ({ home }) => `${home}/people`,
  },
  [`POST ${storePath}/people/{personId}/remove`]: {
    cells: forOwners("POST", 303),
    leadsTo: ({ home }) => `${home}/people`,
  },
  [`GET ${storePath}/settings`]: {
    cells: forOwners("GET", 200),
    shows: ({ merchant }) => merchant.store.name,
  },
  [`POST ${storePath}/settings`]: {
    cells: forOwners("POST", 303),
    fields: ({ merchant }) => {
      const seen = textsOf(merchant.store);
      const { name = "", logoUrl = "", timeZone = "" } = seen;
      const typed = { name, logoUrl, timeZone, description: "By the sea" };
      return { section: "profile", seen: seenField(seen, "profile"), ...typed };
    },
    leadsTo: ({ home }) => `${home}/settings`,
  },
  [`GET ${storePath}/settings/emails`]: { cells: forOwners("GET", 200) },
  [`GET ${storePath}/settings/emails/{kind}/{language}`]: {
    cells: forOwners("GET", 200),
    path: async ({ home }) => `${home}/settings/emails/refund/de`,
  },
  [`POST ${storePath}/settings/emails/{kind}/{language}`]: {
    cells: forOwners("POST", 303),
    path: async ({ home }) => `${home}/settings/emails/refund/de`,
    fields: () => ({ subject: "Your refund", body: "Here is {amount}." }),
    leadsTo: ({ home }) => `${home}/settings/emails`,
  },
  [`GET ${storePath}/settings/agents`]: { cells: forOwners("GET", 200), shows: ({ keyLabel }) => keyLabel },
  [`POST ${storePath}/settings/agents`]: {
    cells: forOwners("POST", 200),
    fields: ({ ids }) => ({ url: "https://agent.example/events", agent: ids.keyId ?? "" }),
    shows: () => "Signing secret",
  },
  [`GET ${storePath}/shipping`]: { cells: forOwners("GET", 200), shows: ({ rateName }) => rateName },
  [`POST ${storePath}/shipping`]: {
    cells: forOwners("POST", 303),
    fields: () => ({ name: "Express", price: "9.90", days: "1-2" }),
    leadsTo: ({ home }) => `${home}/shipping`,
  },
  [`GET ${storePath}/shipping/{rateId}`]: { cells: forOwners("GET", 200), shows: ({ rateName }) => rateName },
  [`POST ${storePath}/shipping/{rateId}`]: {
    cells: forOwners("POST", 303),
    fields: ({ rateName }) => ({ name: rateName, price: "5.90" }),
    leadsTo: ({ home }) => `${home}/shipping`,
  },
  [`POST ${storePath}/shipping/{rateId}/activate`]: {
    cells: forOwners("POST", 303),
    leadsTo: ({ home }) => `${home}/shipping`,
  },
  [`POST ${storePath}/shipping/{rateId}/deactivate`]: {
    cells: forOwners("POST", 303),
    leadsTo: ({ home }) => `${home}/shipping`,
  },
  [`POST ${storePath}/shipping/{rateId}/remove`]: {
    cells: forOwners("POST", 303),
    leadsTo: ({ home }) => `${home}/shipping`,
  },
  [`GET ${storePath}/codes`]: { cells: forOwners("GET", 200), shows: ({ codeName }) => codeName },
  [`POST ${storePath}/codes`]: {
    cells: forOwners("POST", 303),
    fields: ({ merchant }) => ({ code: `OWNER-${merchant.store.slug}`, percent: "10" }),
    leadsTo: ({ home }) => `${home}/codes`,
  },
  // The store's codes are on its own account, so none has to move.
  [`POST ${storePath}/codes/move`]: {
    cells: forOwners("POST", 303),
    changes: false,
    leadsTo: ({ home }) => `${home}/codes`,
  },
  [`POST ${storePath}/codes/{codeId}/deactivate`]: {
    cells: forOwners("POST", 303),
    leadsTo: ({ home }) => `${home}/codes`,
  },
  [`GET ${storePath}/keys`]: { cells: forOwners("GET", 200), shows: ({ keyLabel }) => keyLabel },
  [`POST ${storePath}/keys`]: {
    cells: forOwners("POST", 200),
    fields: () => ({ label: "Another", lifetime: "30d" }),
    shows: () => "New key",
  },
  [`POST ${storePath}/keys/{keyId}/rotate`]: {
    cells: forOwners("POST", 200),
    fields: () => ({ overlap: "1h" }),
    shows: () => "New key",
  },
  [`POST ${storePath}/keys/{keyId}/revoke`]: {
    cells: forOwners("POST", 303),
    leadsTo: ({ home }) => `${home}/keys`,
  },
  [`GET ${storePath}/events`]: { cells: forOwners("GET", 200), shows: ({ endpointUrl }) => endpointUrl },
  [`POST ${storePath}/events/endpoints`]: {
    cells: forOwners("POST", 200),
    fields: () => ({ url: "https://shop.example/events" }),
    shows: () => "Signing secret",
  },
  [`POST ${storePath}/events/endpoints/{endpointId}`]: {
    cells: forOwners("POST", 303),
    fields: () => ({ action: "remove" }),
    leadsTo: ({ home }) => `${home}/events`,
  },
  [`POST ${storePath}/events/{eventId}/resend`]: {
    cells: forOwners("POST", 303),
    leadsTo: ({ home }) => `${home}/events`,
  },
  [`GET ${storePath}/payments`]: { cells: forOwners("GET", 200), shows: () => "Accepts payments" },
  [`POST ${storePath}/payments/disconnect`]: {
    cells: forOwners("POST", 303),
    leadsTo: ({ home }) => `${home}/payments`,
  },
  [`GET ${storePath}/audit`]: { cells: forMembers("GET", 200), shows: ({ invitation }) => invitation.email },
};
