import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { utc } from "../../domain/time-zone.ts";
import { get } from "../get-and-post.ts";
import type { PersonRequest, Reply, Services } from "../route.ts";
import { instant } from "../view/texts.ts";

export const developmentMailRoutes = [
  get("/mails", "signed_in", listMails),
  get("/mails/{mailId}", "signed_in", async ({ base, path }, { developmentMails }) => {
    const mail = await developmentMails?.find(path.mailId ?? "");
    if (!mail) throw noSuchPage;
    const { subject, from, to, sentAt, text, htmlUrl, file } = mail;
    const content = html`<p class="crumb"><a href="${base}/mails">← Emails</a></p>
<div class="head"><h1>${subject}</h1></div>
<section class="card">
<dl class="facts"><dt>From</dt><dd>${from}</dd><dt>To</dt><dd>${to}</dd><dt>Queued</dt><dd>${instant(sentAt, utc)}</dd><dt>File</dt><dd><code>${file}</code></dd></dl>
<p class="actions"><a class="button secondary" href="${htmlUrl}">Show as HTML</a></p>
</section>
<section class="card"><h2>Text</h2>
<pre class="mail-text">${text}</pre></section>`;
    return { page: { title: subject, content } };
  }),
];

const noSuchPage = new ApiError("NOT_FOUND", "This page doesn’t exist.");

async function listMails({ base }: PersonRequest, { developmentMails }: Services): Promise<Reply> {
  if (!developmentMails) throw noSuchPage;
  const mails = await developmentMails.list();
  const rows = mails.map(({ id, subject, from, to, sentAt }) => {
    return html`<tr><th scope="row"><a href="${base}/mails/${id}">${subject}</a></th>
<td data-label="From">${from}</td><td data-label="To">${to}</td><td data-label="Queued">${instant(sentAt, utc)}</td></tr>
`;
  });
  const table = html`<section class="card of-list"><table class="list stacked">
<caption class="hidden-text">Emails, newest first</caption>
<thead><tr><th scope="col">Subject</th><th scope="col">From</th><th scope="col">To</th><th scope="col">Queued</th></tr></thead>
<tbody>
${rows}
</tbody></table></section>`;
  const content = html`<p class="crumb"><a href="${base}/account">← Your account</a></p>
<div class="head"><h1>Emails</h1><p class="lead">Without SMTP_URL, development sends no email. Each is a file in <code>${developmentMails.folder}</code>.</p></div>
${rows.length === 0 ? html`<p>There are no emails yet. Buy something, or invite a person.</p>` : table}`;
  return { page: { title: "Emails", content } };
}
