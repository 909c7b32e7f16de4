import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { Mismatch } from "../../../catalog-import/contract.ts";
import { type Store, type StoreChange, storeVersion } from "../../../database/queries/stores.ts";
import { missingForAgents } from "../../../domain/agent-protocol.ts";
import { withPayablePages } from "../../../merchants/payments/payable-pages.ts";
import { problemsOf } from "../../../merchants/payments/selling-steps.ts";
import { settingFaults } from "../../../merchants/settings/setting-faults.ts";
import { textOf } from "../../frame/forms.ts";
import { get, post } from "../../get-and-post.ts";
import type { Html, Reply, Services, StoreRequest } from "../../route.ts";
import { type SectionName, sections } from "./setting-fields.ts";
import {
  type ChangedSetting,
  formOf,
  mergedTexts,
  type StoreForm,
  textsInForm,
  textsOf,
  textsSeen,
} from "./setting-texts.ts";
import { settingsPage } from "./settings-page.ts";

export const settingRoutes = [
  get("/settings", "owner", async (request) => {
    const now = textsOf(request.store);
    return settingsPage(request, { shown: now, seen: now });
  }),
  post("/settings", "owner", saveSettings),
  /** Publishes the store, or takes it offline. */
  post("/publishing", "owner", async (request, services) => {
    const { store, form, by, link } = request;
    const isPublished = textOf(form, "published") === "yes";
    const saved = await services.database.stores.update(store.slug, { isPublished }, by);
    if (!saved) throw new ApiError("NOT_FOUND", "This store doesn’t exist.");
    const payable = await services.closePages.ofStore(store.id);
    const problems = isPublished ? problemsOf(await services.sellingSteps(saved, services.demo)) : [];
    const done = isPublished ? "The store is published." : "The store is offline.";
    return { redirect: link(""), notice: withPayablePages([done, ...problems].join(" "), payable) };
  }),
];

async function saveSettings(request: StoreRequest, services: Services): Promise<Reply> {
  const { store, form, by, link } = request;
  const section = sectionIn(textOf(form, "section"));
  const seen = textsSeen(form, section, store);
  const shown = textsInForm(form, section, store);
  const wanted = formOf(shown);
  if (textOf(form, "preview") !== "") return settingsPage(request, { shown, seen });
  const faults = {
    ...faultsOf(settingFaults(changeOf(store, wanted))),
    ...(await taxFault(request, wanted, services)),
  };
  if (Object.keys(faults).length > 0) {
    const message = html`<p>Nothing was saved. Correct the marked fields of <a href="#${section}">${sections[section].title}</a>.</p>`;
    return settingsPage(request, { shown, seen, faults, message, status: 400 });
  }
  const { merged, changed } = mergedTexts(textsOf(wanted), seen, textsOf(store));
  if (changed.length > 0) {
    const message = await conflictMessage(changed, request, services);
    return settingsPage(request, { shown: merged, seen: textsOf(store), message, status: 409 });
  }
  try {
    const change = changeOf(store, wanted);
    const saved = await services.database.stores.update(store.slug, change, by, storeVersion(store));
    if (!saved) throw new ApiError("NOT_FOUND", "This store doesn’t exist.");
    const payable = await services.closePages.ofStore(store.id);
    const problems = saved.isPublished ? problemsOf(await services.sellingSteps(saved, services.demo)) : [];
    const missing =
      section === "agents" && saved.sellsThrough.length > 0 ? await missingOf(saved, services) : [];
    const notice = withPayablePages(["Settings saved.", ...problems, ...missing].join(" "), payable);
    return { redirect: link("/settings"), notice };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "CONFLICT") throw error;
    return settingsPage(request, { shown, seen, message: html`<p>${error.message}</p>`, status: 409 });
  }
}

async function missingOf(store: Store, { database }: Services): Promise<string[]> {
  const rates = await database.shippingRates.list(store.id);
  return missingForAgents({ ...store, hasShippingRates: rates.some(({ isActive }) => isActive) });
}

/** Tax that is turned on although the account can't calculate it would stop every checkout. */
async function taxFault(
  { store }: StoreRequest,
  { tax }: StoreForm,
  { sellingSteps, demo }: Services,
): Promise<Record<string, string>> {
  if (tax === "off" || store.tax !== "off") return {};
  const steps = await sellingSteps({ ...store, tax, isTaxSetUp: null }, demo);
  const [problem] = problemsOf(steps, "tax");
  return problem === undefined ? {} : { tax: problem };
}

function sectionIn(name: string): SectionName {
  if (Object.hasOwn(sections, name)) return name as SectionName;
  throw new ApiError(
    "VALIDATION_ERROR",
    "The form doesn’t say which settings it changes. Open the settings again.",
  );
}

/** Loses no change: fields that this person didn't edit show the other person's values. */
async function conflictMessage(
  changed: ChangedSetting[],
  { store }: StoreRequest,
  { database }: Services,
): Promise<Html> {
  const latest = await database.auditTrail.list({ storeId: store.id, action: "store.updated", limit: 1 });
  const by = latest?.entries[0]?.by;
  const who = by?.kind === "person" ? (await database.people.find(by.id))?.email : undefined;
  return html`<p><strong>${who ?? "Someone else"} changed these settings after you opened them</strong>, so nothing was
saved. Your edits are kept below, and the other fields show the current values. Check them and save again.</p>
<ul>${changed.map(
    ({ label, from, to }) =>
      html`<li class="change"><b>${label}</b>: <del>${from || "empty"}</del> → <ins>${to || "empty"}</ins></li>`,
  )}</ul>`;
}

/** Includes only what differs, so that the audit trail and validation cover just that. */
function changeOf(store: Store, wanted: StoreForm): StoreChange {
  const { theme, sellsThrough, ...fields } = wanted;
  const [now, then] = [textsOf(store), textsOf(wanted)];
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => now[name] !== then[name])),
    theme,
    sellsThrough,
  };
}

/** Faults by form field. */
function faultsOf(mismatches: Mismatch[]): Record<string, string> {
  return Object.fromEntries(
    mismatches.map(({ at, what }) => {
      const [, field = "", inside] = at.split("/");
      return [field === "theme" && inside !== undefined ? `theme.${inside}` : field, `It ${what}.`];
    }),
  );
}
