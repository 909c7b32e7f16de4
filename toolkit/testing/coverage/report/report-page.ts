import { html, raw } from "hono/html";

export type Html = ReturnType<typeof html>;

interface ReportPage {
  title: string;
  heading: string;
  /** The most important number. */
  figure: Html;
  passed: boolean;
  /** The result in a sentence or two. */
  verdict: Html;
  content: Html;
}

/** An HTML page without scripts or external resources. */
export function reportPage({ title, heading, figure, passed, verdict, content }: ReportPage): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
<header class="${passed ? "good" : "bad"}">
<p class="figure">${figure}</p>
<div>
<h1>${heading}</h1>
<p>${verdict}</p>
</div>
</header>
<main>
${content}
</main>
</body>
</html>
`;
  return page.toString().replaceAll(controlCharacters, "\ufffd");
}

/** HTML allows none of them, and what a server sends can have any. */
const controlCharacters = /[^\P{Cc}\t\n]/gu;

export function verb(method: string): Html | false {
  return method !== "" && html`<span class="verb">${method}</span> `;
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1d2329, #e4e8ec); --quiet: light-dark(#5b6670, #9aa5b0); --paper: light-dark(#fff, #14181c);
  --line: light-dark(#dde2e7, #2c333a); --good: light-dark(#15693e, #4cc38a); --good-bg: light-dark(#e3f4ea, #12301f);
  --bad: light-dark(#b3261e, #ff8a80); --bad-bg: light-dark(#fce8e6, #3b1614); --wait: light-dark(#8a5a00, #f0b429); --wait-bg: light-dark(#fdf1d8, #33270b); --sample: light-dark(#f3f5f7, #1e242a); }
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
.chip.error { background: var(--bad-bg); color: var(--bad); } .chip.warning { background: var(--wait-bg); color: var(--wait); }
.chip.info { background: var(--line); }
.remarks { color: var(--quiet); padding-left: 1.2rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.findings { list-style: none; padding: 0; margin: .75rem 0; } .findings li { margin: .75rem 0; } .findings p { margin: .2rem 0; }
p, li, code, pre { overflow-wrap: anywhere; }
pre { white-space: pre-wrap; margin: .3rem 0; padding: .5rem .75rem; border-radius: .3rem; background: var(--sample); font: .82rem/1.45 ui-monospace, monospace; }
@media (max-width: 50rem) { .bar { display: none; } .overview td { width: auto; }
  .stacked thead { display: none; } .stacked tr { display: block; border-bottom: 1px solid var(--line); padding: .4rem 0; }
  .stacked th, .stacked td { display: block; border: 0; padding: .1rem 0; } .stacked td::before { content: attr(data-label) ": "; color: var(--quiet); } }
`;
