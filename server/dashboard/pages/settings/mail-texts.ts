import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { type OrderMailKind, orderMailKinds } from "../../../domain/mails/mail-kinds.ts";
import { type MailLocale, mailLocales } from "../../../domain/mails/mail-locale.ts";
import {
  maxSubjectLength,
  type OwnText,
  ownTextFaults,
  placeholdersOf,
} from "../../../domain/mails/own-text.ts";
import { exampleLetter } from "../../../events/mail/example-letter.ts";
import { letterText } from "../../../events/mail/letter.ts";
import { asOwnText, withOwnText } from "../../../events/mail/with-own-text.ts";
import { textOf } from "../../frame/forms.ts";
import { get, post } from "../../get-and-post.ts";
import type { Html, Reply, Services, StoreRequest } from "../../route.ts";
import { postForm, textAreaField, textField } from "../../view/forms.ts";
import { tag } from "../../view/texts.ts";
import { kindNames } from "../orders/mails.ts";

export const mailTextRoutes = [
  get("/settings/emails", "owner", listTexts),
  get("/settings/emails/{kind}/{language}", "owner", async (request, services) => {
    const address = addressIn(request);
    const own = await services.database.mailTexts.find({ storeId: request.store.id, ...address });
    return textPage(request, services, address, { own, isOwn: own !== undefined });
  }),
  post("/settings/emails/{kind}/{language}", "owner", saveText),
];

const languageNames: Record<MailLocale, string> = {
  en: "English",
  de: "German",
  fr: "French",
  es: "Spanish",
};

/** Each email to buyers, and in which languages the store has its own text. */
async function listTexts({ store, link }: StoreRequest, { database }: Services): Promise<Reply> {
  const written = await database.mailTexts.written(store.id);
  const cell = (kind: OrderMailKind, language: MailLocale) => {
    const isOwn = written.some((one) => one.kind === kind && one.language === language);
    const name = `${kindNames[kind]} in ${languageNames[language]}`;
    return html`<td data-label="${languageNames[language]}"><a href="${link(`/settings/emails/${kind}/${language}`)}" aria-label="${name}: ${isOwn ? "your text" : "usual text"}">${isOwn ? tag("Your text", "good") : "Usual text"}</a></td>`;
  };
  const content = html`<p class="crumb"><a href="${link("/settings")}#contact">← Settings</a></p>
<div class="head"><h1>Emails to customers</h1>
<p class="lead">Each email has a usual text in four languages. Write your own where you want to.</p></div>
${!store.emailsBuyers && html`<p class="fault-list">Your store sends no emails to customers. Turn them on in the <a href="${link("/settings")}#contact">settings</a>.</p>`}
<section class="card of-list"><table class="list stacked">
<caption class="hidden-text">Emails</caption>
<thead><tr><th scope="col">Email</th>${mailLocales.map((language) => html`<th scope="col">${languageNames[language]}</th>`)}</tr></thead>
<tbody>
${orderMailKinds.map((kind) => {
  return html`<tr><th scope="row">${kindNames[kind]}</th>${mailLocales.map((language) => cell(kind, language))}</tr>
`;
})}
</tbody></table></section>`;
  return { page: { title: "Emails to customers", content } };
}

interface Address {
  kind: OrderMailKind;
  language: MailLocale;
}

/** Throws NOT_FOUND for an email or a language that doesn't exist. */
function addressIn({ path }: StoreRequest): Address {
  const kind = orderMailKinds.find((one) => one === path.kind);
  const language = mailLocales.find((one) => one === path.language);
  if (!kind || !language) throw new ApiError("NOT_FOUND", "There is no such email.");
  return { kind, language };
}

async function saveText(request: StoreRequest, services: Services): Promise<Reply> {
  const { form, store, by, link } = request;
  const address = addressIn(request);
  const { mailTexts } = services.database;
  const action = textOf(form, "do");
  if (action === "remove") {
    await mailTexts.save({ storeId: store.id, ...address }, undefined, by);
    return { redirect: link("/settings/emails"), notice: "The email has its usual text again." };
  }
  const own = { subject: textOf(form, "subject"), body: textOf(form, "body").replaceAll("\r\n", "\n") };
  const faults = ownTextFaults(address.kind, own);
  if (action === "preview" || Object.keys(faults).length > 0) {
    const known = await mailTexts.find({ storeId: store.id, ...address });
    return textPage(request, services, address, { own, isOwn: known !== undefined, faults });
  }
  await mailTexts.save({ storeId: store.id, ...address }, own, by);
  return { redirect: link("/settings/emails"), notice: "Text saved." };
}

interface ShownText {
  /** Undefined for the usual text. */
  own: OwnText | undefined;
  /** Whether an own text is saved. */
  isOwn: boolean;
  faults?: Partial<Record<keyof OwnText, string>>;
}

function textPage(
  request: StoreRequest,
  { clock }: Pick<Services, "clock">,
  { kind, language }: Address,
  { own, isOwn, faults = {} }: ShownText,
): Reply {
  const { store, link } = request;
  const { order, written: usual } = exampleLetter(kind, { store, language, now: clock() });
  const hasFaults = Object.keys(faults).length > 0;
  const written = own && !hasFaults ? withOwnText(usual, own, order, store) : usual;
  const shown = own ?? asOwnText(usual, order);
  const placeholders = placeholdersOf[kind].map((name) => `{${name}}`).join(", ");
  const name = kindNames[kind];
  const fields = html`${textField({
    ...{ label: "Subject", name: "subject", value: shown.subject, fault: faults.subject },
    ...{ maxLength: maxSubjectLength, autocomplete: "off", isRequired: true },
  })}
${textAreaField({
  ...{ label: "Text", name: "body", value: shown.body, fault: faults.body },
  hint: `Each line is a paragraph. These are replaced: ${placeholders}. What was bought, addresses and links follow by themselves.`,
})}
<p class="actions"><button class="button" name="do" value="save">Save</button>
<button class="button secondary" name="do" value="preview">Preview</button>
${isOwn && html`<button class="link danger" name="do" value="remove" formnovalidate>Use the usual text</button>`}</p>`;
  const content = html`<p class="crumb"><a href="${link("/settings/emails")}">← Emails to customers</a></p>
<div class="head"><h1>${name}</h1><p class="lead">In ${languageNames[language]}, to customers who bought in this language${language === "en" && " or in one without texts"}.</p></div>
<section class="card">${postForm(request, link(`/settings/emails/${kind}/${language}`), fields)}</section>
${!hasFaults && previewSection(written.subject, letterText(written.letter))}`;
  return { page: { title: `${name} in ${languageNames[language]}`, content, status: hasFaults ? 400 : 200 } };
}

/** The text part of the email, about an example order. */
function previewSection(subject: string, text: string): Html {
  return html`<section class="card" id="preview"><h2>Preview with an example order</h2>
<dl class="facts"><dt>Subject</dt><dd>${subject}</dd></dl>
<pre class="mail-text">${text}</pre></section>`;
}
