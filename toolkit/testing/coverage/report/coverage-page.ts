import { html } from "hono/html";
import { type Group, groups } from "../contract-item.ts";
import {
  type CoverageReport,
  type ItemReport,
  type OwnerReport,
  percent,
  type Tally,
} from "./coverage-report.ts";
import { type Html, reportPage, verb } from "./report-page.ts";

export const nothingImplemented = "No operation is implemented yet";

/** The report as an HTML page without scripts or external resources. */
export function coveragePage(report: CoverageReport): string {
  const { title, version, total, waived, exchanges, faults, passed } = report;
  const isComplete = report.missing.length === 0;
  const covered = isComplete ? "Everything has been covered" : `${report.missing.length} not covered`;
  const verdict = report.isUnimplemented ? nothingImplemented : covered;
  return reportPage({
    title: `Contract coverage: ${title} ${version}`,
    heading: `Contract coverage of ${title} ${version}`,
    figure: html`${percent(total)}<small>%</small>`,
    passed: passed && !report.isUnimplemented,
    verdict: html`<strong>${verdict}.</strong> ${total.seen} of ${total.total} statements of the document${waived > 0 ? `, ${waived} waived` : ""}; counted from ${exchanges} exchanges with the server.`,
    content: html`${faults.length > 0 && html`<ul class="faults">${faults.map((fault) => html`<li>${fault}</li>`)}</ul>`}
<table class="overview">
<thead><tr><th scope="col">Operation</th>${groups.map((group) => html`<th scope="col">${group}</th>`)}</tr></thead>
<tbody>${report.owners.map(overviewRow)}</tbody>
<tfoot><tr><th scope="row">Total</th>${groups.map((group) => html`<td>${bar(report.tallies[group])}</td>`)}</tr></tfoot>
</table>
<p class="legend">An <b>answer</b> is a status with its media type. A <b>keyword</b> counts twice: <i>satisfied</i> in a request that was
accepted, and <i>violated</i> in one that was refused for it alone. A keyword that no request can violate (a path segment is never empty)
counts once.</p>
${report.owners.map(ownerSection)}`,
  });
}

function overviewRow({ owner, method, path, tallies }: OwnerReport): Html {
  return html`<tr><th scope="row"><a href="#${owner}">${verb(method)}<code>${path}</code></a></th>${groups.map(
    (group) => html`<td>${bar(tallies[group])}</td>`,
  )}</tr>`;
}

function bar(tally: Tally): Html {
  if (tally.total === 0) return html`<span class="none">–</span>`;
  const { seen, total } = tally;
  return html`<span class="bar ${seen === total ? "good" : "bad"}"><span style="width:${percent(tally)}%"></span></span><span class="of">${seen}/${total}</span>`;
}

function ownerSection({ owner, method, path, items }: OwnerReport): Html {
  const missing = items.filter(({ count }) => count === 0).length;
  return html`<details id="${owner}"${missing > 0 && " open"}>
<summary>${verb(method)}<code>${path}</code> <b>${owner}</b>${missing > 0 && html` <span class="badge">${missing} not covered</span>`}</summary>
<div class="parts">
${statusTable(owner, items)}
${keywordTable(items)}
</div>
</details>`;
}

/** One row per status. */
function statusTable(owner: string, items: ItemReport[]): Html {
  const statuses = [...new Set(items.flatMap(({ status }) => status ?? []))];
  const cell = (status: string, group: Group) =>
    items
      .filter((item) => item.status === status && item.group === group)
      .map((item) =>
        chip(item, item.id.slice(`${owner} ${status} `.length).replace(/^header |^code /, "") || "no body"),
      );
  const rows = statuses.map(
    (status) =>
      html`<tr><th scope="row">${status}</th><td>${cell(status, "answers")} ${cell(status, "codes")}</td><td>${cell(status, "headers")}</td></tr>`,
  );
  return html`<table><thead><tr><th scope="col">Status</th><th scope="col">Answers and codes</th><th scope="col">Headers</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** One row per keyword: how often it was satisfied and violated. */
function keywordTable(items: ItemReport[]): Html {
  const rules = Object.groupBy(
    items.filter(({ rule }) => rule),
    ({ rule }) => `${rule?.place} ${rule?.keyword}`,
  );
  const rows = Object.values(rules).map((own = []) => {
    const cell = (side: string) => {
      const chips = own.flatMap((item) =>
        item.rule?.side === side ? [chip(item, `${item.rule.way} ${item.count}×`.trim())] : [],
      );
      return chips.length > 0 ? chips : html`<span class="none">–</span>`;
    };
    const { place = "", keyword = "" } = own[0]?.rule ?? {};
    return html`<tr><td><code>${place}</code></td><td>${keyword}</td><td>${cell("satisfied")}</td><td>${cell("violated")}</td></tr>`;
  });
  if (rows.length === 0) return html``;
  return html`<table><thead><tr><th scope="col">Place</th><th scope="col">Keyword</th><th scope="col">Satisfied</th><th scope="col">Violated</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function chip({ id, count, waived }: ItemReport, text: string): Html {
  const state = count > 0 ? "good" : waived === undefined ? "bad" : "waived";
  const note = waived === undefined ? `${id}: covered ${count} times` : `${id}: waived, ${waived}`;
  return html`<span class="chip ${state}" title="${note}">${state === "bad" && "✗ "}${text}</span> `;
}
