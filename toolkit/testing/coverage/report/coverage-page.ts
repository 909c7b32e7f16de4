import { html, raw } from "hono/html";
import { type Group, groups } from "../contract-item.ts";
import {
  type CoverageReport,
  type ItemReport,
  type OwnerReport,
  percent,
  type Tally,
} from "./coverage-report.ts";

type Html = ReturnType<typeof html>;

/** The report as an HTML page without scripts or external resources. */
export function coveragePage(report: CoverageReport): string {
  const { title, version, total, waived, exchanges, faults, passed } = report;
  const isComplete = report.missing.length === 0;
  const verdict = isComplete ? "Everything has been covered" : `${report.missing.length} not covered`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Contract coverage: ${title} ${version}</title>
<style>${raw(style)}</style>
</head>
<body>
<header class="${passed ? "good" : "bad"}">
<p class="figure">${percent(total)}<small>%</small></p>
<div>
<h1>Contract coverage of ${title} ${version}</h1>
<p><strong>${verdict}.</strong> ${total.seen} of ${total.total} statements of the document${waived > 0 ? `, ${waived} waived` : ""}; counted from ${exchanges} exchanges with the server.</p>
</div>
</header>
${faults.length > 0 && html`<ul class="faults">${faults.map((fault) => html`<li>${fault}</li>`)}</ul>`}
<table class="overview">
<thead><tr><th scope="col">Operation</th>${groups.map((group) => html`<th scope="col">${group}</th>`)}</tr></thead>
<tbody>${report.owners.map(overviewRow)}</tbody>
<tfoot><tr><th scope="row">Total</th>${groups.map((group) => html`<td>${bar(report.tallies[group])}</td>`)}</tr></tfoot>
</table>
<p class="legend">An <b>answer</b> is a status with its media type. A <b>keyword</b> counts twice: <i>satisfied</i> in a request that was
accepted, and <i>violated</i> in one that was refused for it alone. A keyword that no request can violate (a path segment is never empty)
counts once.</p>
${report.owners.map(ownerSection)}
</body>
</html>
`.toString();
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

function verb(method: string): Html | false {
  return method !== "" && html`<span class="verb">${method}</span> `;
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1d2329, #e4e8ec); --quiet: light-dark(#5b6670, #9aa5b0); --paper: light-dark(#fff, #14181c);
  --line: light-dark(#dde2e7, #2c333a); --good: light-dark(#1a7f4b, #4cc38a); --good-bg: light-dark(#e3f4ea, #12301f);
  --bad: light-dark(#b3261e, #ff8a80); --bad-bg: light-dark(#fce8e6, #3b1614); --wait: light-dark(#8a5a00, #f0b429); --wait-bg: light-dark(#fdf1d8, #33270b); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 75rem; padding: 1.5rem; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
header { display: flex; gap: 1.5rem; align-items: center; border-left: .4rem solid; padding: .25rem 1.25rem; margin-bottom: 1.5rem; }
header.good { border-color: var(--good); } header.bad { border-color: var(--bad); }
header p { margin: .2rem 0; } h1 { font-size: 1.35rem; margin: 0; }
.figure { font-size: 3.2rem; line-height: 1; font-weight: 700; font-variant-numeric: tabular-nums; }
.figure small { font-size: 1.5rem; font-weight: 500; }
header.good .figure { color: var(--good); } header.bad .figure { color: var(--bad); }
.faults { border: 1px solid var(--bad); background: var(--bad-bg); border-radius: .4rem; padding: .75rem 1rem .75rem 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--quiet); font-size: .85rem; }
tfoot th, tfoot td { font-weight: 600; border-bottom: 0; }
.overview td { white-space: nowrap; width: 10rem; }
.overview a { color: inherit; text-decoration: none; } .overview a:hover { text-decoration: underline; }
code { font: .92em ui-monospace, monospace; }
.verb { display: inline-block; min-width: 4rem; font: 600 .75rem ui-monospace, monospace; color: var(--quiet); }
.bar { display: inline-block; width: 4.5rem; height: .5rem; border-radius: 1rem; background: var(--line); overflow: hidden; margin-right: .5rem; vertical-align: middle; }
.bar > span { display: block; height: 100%; } .bar.good > span { background: var(--good); } .bar.bad > span { background: var(--bad); }
.of { font-variant-numeric: tabular-nums; font-size: .9rem; } .none { color: var(--quiet); }
.legend { color: var(--quiet); max-width: 52rem; margin: 1rem 0 1.5rem; }
details { border: 1px solid var(--line); border-radius: .4rem; padding: .6rem 1rem; margin: .5rem 0; }
summary { cursor: pointer; } summary b { color: var(--quiet); font-weight: 400; margin-left: .5rem; }
.badge { background: var(--bad-bg); color: var(--bad); border-radius: 1rem; padding: .05rem .6rem; font-size: .85rem; }
.parts { overflow-x: auto; } .parts table { margin-top: .75rem; font-size: .9rem; }
.chip { display: inline-block; border-radius: .3rem; padding: 0 .4rem; margin: .1rem 0; white-space: nowrap; }
.chip.good { background: var(--good-bg); color: var(--good); } .chip.bad { background: var(--bad-bg); color: var(--bad); font-weight: 600; }
.chip.waived { background: var(--wait-bg); color: var(--wait); }
@media (max-width: 50rem) { .bar { display: none; } .overview td { width: auto; } }
`;
