import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { utc } from "../../domain/time-zone.ts";
import { textOf } from "../frame/forms.ts";
import { get, post } from "../get-and-post.ts";
import type { PersonRequest, Services } from "../route.ts";
import { postForm } from "../view/forms.ts";
import { instant } from "../view/texts.ts";

export const planRoutes = [
  post("/plan", "owner", async ({ store, by, link }, { database, clock }) => {
    if (store.plan === "free" && store.planRequestedAt === null) {
      await database.stores.update(store.slug, { planRequestedAt: clock() }, by);
    }
    return { redirect: link(""), notice: "The operator sees that you asked for the Pro plan." };
  }),
  /** For the operator: the stores that ask for a plan. */
  get("/plans", "signed_in", async (request, { database }) => {
    await refuseOthers(request, database);
    const stores = await database.stores.askingForPlan();
    const list = html`<ul class="plain-list">${stores.map(({ slug, name, planRequestedAt }) => {
      return html`<li><p><strong>${name}</strong> <span class="quiet">${slug}</span></p>
<p class="hint">${planRequestedAt !== null && html`Asked on ${instant(planRequestedAt, utc)}`}</p>
${postForm(request, `${request.base}/plans`, html`<input type="hidden" name="store" value="${slug}"><button class="button small">Grant the Pro plan<span class="hidden-text"> to ${name}</span></button>`)}</li>`;
    })}</ul>`;
    const content = html`<h1>Plans</h1>
<section class="card"><h2>Stores that ask for the Pro plan</h2>${stores.length > 0 ? list : html`<p class="quiet">None.</p>`}</section>`;
    return { page: { title: "Plans", content } };
  }),
  post("/plans", "signed_in", async (request, { database }) => {
    await refuseOthers(request, database);
    const { form, person, base } = request;
    const change = { plan: "pro", planRequestedAt: null } as const;
    const store = await database.stores.update(textOf(form, "store"), change, {
      kind: "person",
      id: person.id,
    });
    if (!store) throw new ApiError("NOT_FOUND", "There is no such store.");
    return { redirect: `${base}/plans`, notice: `${store.name} is on the Pro plan now.` };
  }),
];

/** For others, the page doesn't exist. */
async function refuseOthers({ person }: PersonRequest, { people }: Services["database"]): Promise<void> {
  if (!(await people.rightsOf(person.id)).isOperator)
    throw new ApiError("NOT_FOUND", "This page doesn’t exist.");
}
