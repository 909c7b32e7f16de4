import { html } from "hono/html";
import type { Letter } from "./letter.ts";

type Html = ReturnType<typeof html>;

// Mail programs drop style sheets, so every element has its own style.
const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const cell = `${font};padding:8px 0;border-top:1px solid #dde2e9;font-size:15px;line-height:22px;vertical-align:top`;
const paragraph = `${font};margin:0 0 16px;font-size:16px;line-height:25px`;
const heading = `${font};padding:0 0 8px;font-size:13px;line-height:18px;font-weight:400;color:#566170`;

/** A mail's HTML part: one column, without pictures or anything else that is loaded. */
export async function letterHtml(letter: Letter): Promise<string> {
  const { language, senderName, title, paragraphs, link, links, table, facts, closing } = letter;
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${title}</title>
</head>
<body style="margin:0;padding:0;background:#f4f6f8;color:#1d2530">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f6f8"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
${senderName !== null && html`<tr><td style="${font};padding:0 4px 12px;font-size:15px;font-weight:600;color:#566170;word-break:break-word">${senderName}</td></tr>`}
<tr><td style="padding:28px 24px;background:#ffffff;border:1px solid #dde2e9;border-radius:12px">
<h1 style="${font};margin:0 0 16px;font-size:24px;line-height:30px;word-break:break-word">${title}</h1>
${paragraphs.map((text) => html`<p style="${paragraph}">${text}</p>\n`)}
${link && linkHtml(link)}
${links.map(linksHtml)}
${table && tableHtml(table)}
${facts.map(factHtml)}
${closing !== undefined && html`<p style="${paragraph};margin:24px 0 0;color:#566170">${closing}</p>`}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
  return String(await page);
}

/** Shows the address too: it can be checked, and copied where links don't work. */
function linkHtml({ label, url }: NonNullable<Letter["link"]>): Html {
  return html`<p style="${paragraph}"><a href="${url}" style="${font};display:inline-block;padding:11px 20px;border-radius:8px;background:#1d2530;color:#ffffff;font-weight:600;text-decoration:none">${label}</a></p>
<p style="${font};margin:0 0 16px;font-size:13px;line-height:19px;color:#566170;word-break:break-all">${url}</p>`;
}

function linksHtml({ heading: title, items, note }: Letter["links"][number]): Html {
  return html`<div style="margin:0 0 24px;padding:16px;border-radius:8px;background:#f4f6f8">
<p style="${font};margin:0 0 4px;font-size:16px;line-height:25px;font-weight:650">${title}</p>
${items.map(
  ({ label, url }) =>
    html`<p style="${font};margin:0 0 4px;font-size:16px;line-height:25px;word-break:break-word"><a href="${url}" style="color:#1d4f91">${label}</a></p>
`,
)}<p style="${font};margin:0;font-size:13px;line-height:19px;color:#566170">${note}</p>
</div>`;
}

function tableHtml({ headings, rows, sums }: NonNullable<Letter["table"]>): Html {
  const [name, quantity, amount] = headings;
  return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 24px;border-collapse:collapse">
<thead><tr><th scope="col" align="left" style="${heading};text-align:left">${name}</th><th scope="col" align="right" style="${heading};text-align:right">${quantity}</th><th scope="col" align="right" style="${heading};padding-left:12px;text-align:right">${amount}</th></tr></thead>
<tbody>
${rows.map((row) => {
  return html`<tr><th scope="row" align="left" style="${cell};text-align:left;font-weight:400;word-break:break-word">${row.name}</th><td align="right" style="${cell};text-align:right">${row.quantity}</td><td align="right" style="${cell};padding-left:12px;text-align:right;white-space:nowrap">${row.amount}</td></tr>
`;
})}
</tbody>
<tfoot>
${sums.map(({ label, amount, isTotal }) => {
  const style = isTotal ? `${cell};border-top:2px solid #1d2530;font-weight:650` : `${cell};font-weight:400`;
  return html`<tr><th scope="row" colspan="2" align="left" style="${style};text-align:left">${label}</th><td align="right" style="${style};padding-left:12px;text-align:right;white-space:nowrap">${amount}</td></tr>
`;
})}
</tfoot>
</table>`;
}

function factHtml({ label, lines }: Letter["facts"][number]): Html {
  return html`<p style="${paragraph};word-break:break-word"><span style="font-size:13px;color:#566170">${label}</span>${lines.map((line) => html`<br>${line}`)}</p>
`;
}
