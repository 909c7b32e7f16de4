import type { ApiDocument, DocumentOperation } from "@counterpart/server/document";
import { html } from "hono/html";
import { byPart, placeholderCredentials } from "../../samples/credentials.ts";
import { type Answer, answerName, type Call, type CallField, fieldNames } from "./call.ts";
import type { CallPart } from "./call-body.ts";
import type { Html } from "./page-frame.ts";

interface FormPlace {
  /** The address that the form is sent to. */
  action: string;
  answers: Answer[];
  /** Links to the form with another media type of the body, by media type. */
  mediaTypes: Record<string, string>;
}

/** A form for a request to the mock. It needs no script. */
export function callForm(
  document: ApiDocument,
  operation: DocumentOperation,
  call: Call,
  { action, answers, mediaTypes }: FormPlace,
): Html {
  const { fields } = call;
  const rows = fields.map(parameterRow);
  const credential = credentialRow(document, operation, call);
  const isEmpty = rows.length === 0 && credential === "" && !call.body;
  return html`<form class="call" method="post" enctype="multipart/form-data" action="${action}" autocomplete="off">
<h2>Request</h2>
${isEmpty ? html`<p>It takes no parameters and no body.</p>` : ""}
${fields.some(({ parameter }) => parameter.in !== "path") ? html`<p class="hint">Ticked parameters are sent.</p>` : ""}
${rows.length > 0 || credential !== "" ? html`<div class="fields">${rows}${credential}</div>` : ""}
${bodyField(call, mediaTypes)}
${answerChoice(answers, call.answer)}
<p class="send"><button>Send</button></p>
</form>`;
}

function parameterRow({ parameter, value, isSent }: CallField, index: number): Html {
  const { in: place, name, required, isWholeQuery } = parameter;
  const id = fieldNames.value(index);
  const check =
    place === "path"
      ? html`<span></span>`
      : html`<input type="checkbox" name="${fieldNames.isSent(index)}" aria-label="Send ${name}" data-for="${id}"${isSent ? html` checked` : ""}>`;
  return html`<div class="field">${check}
<label for="${id}">${isWholeQuery ? "query string" : name} <small>${place}${required ? ", required" : ""}</small></label>
<input id="${id}" name="${id}" value="${value}" spellcheck="false" autocapitalize="off">
</div>
`;
}

/** The mock accepts any credential, so the form only has invented ones, which can't be replaced by real ones. */
function credentialRow(
  document: ApiDocument,
  operation: DocumentOperation,
  { sendsCredential }: Call,
): Html | "" {
  const { headers, query, cookies } = byPart(placeholderCredentials(document, operation));
  const texts = [
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...query.map((pair) => `?${pair}`),
    ...cookies.map((pair) => `Cookie: ${pair}`),
  ];
  if (texts.length === 0) return "";
  return html`<div class="field"><input type="checkbox" id="${fieldNames.credential}" name="${fieldNames.credential}"${sendsCredential ? html` checked` : ""}>
<label for="${fieldNames.credential}">Credential <small>invented</small></label>
<span>${texts.map((text) => html`<code>${text}</code> `)}</span>
</div>
`;
}

const maxRows = 24;

function bodyField({ body }: Call, mediaTypes: Record<string, string>): Html | "" {
  if (!body) return "";
  const links = Object.entries(mediaTypes).map(
    ([type, address]) =>
      html`<li><a href="${address}"${type === body.mediaType ? html` aria-current="true"` : ""}>${type}</a></li>`,
  );
  const choice = links.length > 1 ? html`<ul class="answers">${links}</ul>` : "";
  if (body.parts) {
    return html`<fieldset class="body">
<legend>Body <small>${body.mediaType}</small></legend>
${choice}
${body.parts.some(({ isFile }) => isFile) ? html`<p class="hint">If no file is chosen, a sample file is sent.</p>` : ""}
<div class="fields">${body.parts.map(partRow)}</div>
</fieldset>`;
  }
  const rows = Math.min(maxRows, Math.max(3, body.text.split("\n").length + 1));
  return html`<div class="body">
<label for="${fieldNames.body}">Body <small>${body.mediaType}</small></label>
${choice}
<textarea id="${fieldNames.body}" name="${fieldNames.body}" rows="${rows}" spellcheck="false" autocapitalize="off">
${body.text}</textarea>
</div>`;
}

function partRow({ name, isFile, isList, sent, isSent }: CallPart, index: number): Html {
  const id = fieldNames.part(index);
  const label = name || "file";
  const [{ contentType = "", bytes } = { bytes: Buffer.alloc(0) }] = sent;
  const input = isFile
    ? html`<input type="file" id="${id}" name="${id}"${isList ? html` multiple` : ""}>`
    : html`<input id="${id}" name="${id}" value="${bytes.toString()}" spellcheck="false" autocapitalize="off">`;
  return html`<div class="field"><input type="checkbox" name="${fieldNames.isPartSent(index)}" aria-label="Send ${label}" data-for="${id}"${isSent ? html` checked` : ""}>
<label for="${id}">${label} <small>${contentType || (isFile ? "file" : "text")}</small></label>
${input}
</div>
`;
}

function answerChoice(answers: Answer[], chosen: Answer | undefined): Html {
  const choice = (value: string, isChosen: boolean, text: Html) =>
    html`<label><input type="radio" name="${fieldNames.answer}" value="${value}"${isChosen ? html` checked` : ""}><span>${text}</span></label>
`;
  return html`<fieldset class="choice">
<legend>Answer with</legend>
${choice("", chosen === undefined, html`Default`)}${answers.map((one) =>
  choice(
    answerName(one),
    chosen !== undefined && answerName(one) === answerName(chosen),
    html`<b class="s${one.key[0]}">${one.key}</b>${one.example === undefined ? "" : ` ${one.example}`}`,
  ),
)}</fieldset>`;
}
