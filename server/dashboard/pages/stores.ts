import { html } from "hono/html";
import { mayCreateStores } from "../../people/sign-up.ts";
import { get } from "../get-and-post.ts";
import type { PersonRequest, Reply, Services } from "../route.ts";
import { roleNames } from "../view/role-names.ts";

export const storeChooserRoutes = [get("", "signed_in", chooseStore)];

/** Redirects people who belong to a single store to it. */
async function chooseStore({ base, person }: PersonRequest, services: Services): Promise<Reply> {
  const { database, signUp } = services;
  const mayCreate = await mayCreateStores(database, person.id, signUp);
  const stores = await database.people.storesOf(person.id);
  const linkTo = (slug: string) => `${base}/stores/${encodeURIComponent(slug)}`;
  const [only] = stores;
  if (only && stores.length === 1) return { redirect: linkTo(only.store.slug) };
  if (stores.length === 0 && mayCreate) return { redirect: `${base}/new-store` };
  const list = html`<ul class="choose">
${stores.map(
  ({ store, role }) =>
    html`<li><a href="${linkTo(store.slug)}">${store.name}<span class="tag">${roleNames[role].name}</span></a></li>`,
)}
</ul>`;
  const none = html`<p class="lead">You don’t have access to any store. Ask a store’s owner for an invitation.</p>`;
  const content = html`<h1>Your stores</h1>
${stores.length > 0 ? list : none}
${mayCreate && html`<p class="actions"><a class="button secondary" href="${base}/new-store">Create a store</a></p>`}`;
  return { page: { title: "Your stores", content } };
}
