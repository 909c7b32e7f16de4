export const pageStyle = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#17202c, #e7ebf0);
  --soft: light-dark(#566273, #a2adbb);
  --line: light-dark(#e3e7ed, #2a333f);
  --ground: light-dark(#f5f6f8, #10151b);
  --paper: light-dark(#fff, #181e26);
  --raised: light-dark(#eff2f6, #212a35);
  --edge: light-dark(#8793a3, #66727f);
  --on-link: light-dark(#fff, #10151b);
  --link: light-dark(#1a56b8, #8ab8ff);
  --blue: light-dark(#1a56b8, #8ab8ff);
  --green: light-dark(#0b6b35, #7fd6a6);
  --amber: light-dark(#7a4d00, #f0c674);
  --red: light-dark(#a3211a, #ff9d94);
  --violet: light-dark(#6d3fb0, #c6a8f5);
}
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--ground); font: .9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: clamp(1.5rem, 4vw, 3rem) clamp(1rem, 3vw, 2rem) 4rem; }
h1 { font-size: 1.625rem; line-height: 1.25; font-weight: 650; letter-spacing: -.02em; margin: 0 0 .75rem; overflow-wrap: anywhere; }
h2 { font-size: 1.0625rem; font-weight: 620; margin: 2.5rem 0 .75rem; }
h3 { font-size: .8125rem; font-weight: 600; color: var(--soft); margin: 1.5rem 0 .5rem; }
p { max-width: 44rem; margin: .5rem 0; }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .875em; }
code { overflow-wrap: anywhere; }
p code { padding: .1em .35em; border-radius: 4px; background: var(--raised); }
pre { margin: 0; padding: .875rem 1rem; overflow-x: auto; line-height: 1.55; }
.block { position: relative; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); }
.block pre { border-radius: 8px; white-space: pre-wrap; }
.block code { font-size: 1em; }
.block button { position: absolute; top: .5rem; right: .5rem; padding: .2rem .65rem; border: 1px solid var(--line); border-radius: 6px; color: var(--ink); background: var(--raised); font: inherit; font-size: .8125rem; cursor: pointer; }
.block button + pre { padding-right: 5.5rem; }
.operations { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 12px; background: var(--paper); overflow: hidden; }
.operations > li { display: grid; grid-template-columns: 4.75rem minmax(0, 1fr); align-items: baseline; gap: .25rem .75rem; padding: .875rem 1rem; }
.operations > li + li { border-top: 1px solid var(--line); }
.operations p { margin: 0; color: var(--soft); }
.operations > li > :not(.verb) { grid-column: 2; }
.operations > li > .path { grid-row: 1; }
.path { font-weight: 600; }
.verb { justify-self: start; padding: .1rem .5rem; border-radius: 5px; font: 600 .75rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; letter-spacing: .02em; color: var(--tone, var(--soft)); background: color-mix(in srgb, var(--tone, var(--soft)) 14%, var(--paper)); }
h1 .verb { font-size: .9375rem; vertical-align: .15em; }
.get, .head, .query { --tone: var(--green); }
.post { --tone: var(--blue); }
.put, .patch { --tone: var(--amber); }
.delete { --tone: var(--red); }
.trace, .options { --tone: var(--violet); }
.answers { display: flex; flex-wrap: wrap; gap: .375rem; list-style: none; margin: .25rem 0 0; padding: 0; }
.answers a { display: inline-flex; align-items: baseline; gap: .4rem; padding: .125rem .5rem; border: 1px solid var(--line); border-radius: 6px; color: var(--ink); font-size: .8125rem; text-decoration: none; overflow-wrap: anywhere; }
.answers a:hover { border-color: currentcolor; }
.answers a[aria-current] { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); }
.answers b, .status { font-weight: 600; color: var(--tone, var(--soft)); font-variant-numeric: tabular-nums; }
.s2 { --tone: var(--green); }
.s3 { --tone: var(--blue); }
.s4 { --tone: var(--amber); }
.s5 { --tone: var(--red); }
.sides { display: grid; gap: 0 3rem; }
.sides > * { min-width: 0; }
.sides h2:first-child { margin-top: 1.75rem; }
#answer:focus { outline: none; }
.hint { margin-bottom: .75rem; color: var(--soft); font-size: .8125rem; }
.fields { display: grid; gap: .5rem; }
.field { display: grid; grid-template-columns: 1rem minmax(0, 11rem) minmax(0, 1fr); align-items: center; gap: .25rem .625rem; }
.field > label { overflow-wrap: anywhere; line-height: 1.3; }
small { display: block; color: var(--soft); font-size: .75rem; }
.field code { overflow-wrap: anywhere; }
input:not([type]), textarea { width: 100%; padding: .4rem .625rem; border: 1px solid var(--edge); border-radius: 6px; color: var(--ink); background: var(--paper); font: .8125rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
textarea { display: block; field-sizing: content; max-height: 36rem; resize: vertical; }
[type=checkbox] { width: 1rem; height: 1rem; margin: 0; accent-color: var(--link); }
.body { min-width: 0; margin: 1.25rem 0 0; padding: 0; border: 0; }
.body > label, .body > legend { display: block; padding: 0; margin-bottom: .375rem; font-weight: 600; }
.body > label small, legend small { display: inline; font-weight: 400; }
.body > .answers { margin: 0 0 .5rem; }
.choice { display: flex; flex-wrap: wrap; gap: .375rem; min-width: 0; margin: 1.25rem 0 0; padding: 0; border: 0; }
.choice legend { padding: 0; margin-bottom: .375rem; font-weight: 600; }
.choice label { position: relative; max-width: 100%; }
.choice input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.choice span { display: block; padding: .125rem .5rem; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); font-size: .8125rem; overflow-wrap: anywhere; }
.choice label:hover span { border-color: var(--soft); }
.choice input:checked + span { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); }
.choice input:focus-visible + span { outline: 3px solid var(--link); outline-offset: 2px; }
.choice b { font-weight: 600; color: var(--tone, var(--soft)); font-variant-numeric: tabular-nums; }
.send { margin-top: 1.25rem; }
.send button { padding: .5rem 1.5rem; border: 0; border-radius: 8px; color: var(--on-link); background: var(--link); font: inherit; font-weight: 600; cursor: pointer; }
.send button:hover { filter: brightness(1.1); }
.refusal { padding: .625rem .875rem; border-left: 3px solid var(--amber); border-radius: 0 6px 6px 0; background: var(--raised); overflow-wrap: anywhere; }
.refusal b { color: var(--amber); }
details { margin-top: .75rem; }
summary { color: var(--soft); cursor: pointer; font-size: .875rem; }
details > .block { margin-top: .5rem; }
a.path { text-decoration: none; }
a.path:hover { text-decoration: underline; }
.links { display: flex; flex-wrap: wrap; gap: .75rem; list-style: none; padding: 0; }
.links a { display: inline-block; padding: .55rem 1.1rem; border: 1px solid currentcolor; border-radius: 8px; text-decoration: none; }
@media (max-width: 40rem) { .block button + pre { padding: 3rem 1rem .875rem; } .operations > li { grid-template-columns: minmax(0, 1fr); } .operations > li > :not(.verb) { grid-column: 1; } .operations > li > .path { grid-row: auto; } }
@media (min-width: 60rem) { .sides { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } main:has(.sides) { max-width: 84rem; } }
@media (max-width: 30rem) { .field { grid-template-columns: 1rem minmax(0, 1fr); } .field > :last-child { grid-column: 2; } .field small { display: inline; } }
`;
