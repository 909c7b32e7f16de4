/** The style sheet of the buyer pages, inlined in each. */
export const style = `
:root { color-scheme: light dark; --ink: #1d2530; --soft: #566170; --line: #dde2e9; --ground: #f4f6f8; --paper: #fff;
  --link: #1a56b8; --good: #14653d; --good-ground: #e5f4ec; --wait: #7a4d00; --wait-ground: #fdf2d8; --bad: #a3211a;
  --bad-ground: #fdecea; --button: #1d2530; --button-ink: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ecf1; --soft: #a3aebb; --line: #333d49; --ground: #12171d; --paper: #1b222a; --link: #8ab8ff;
    --good: #7fd6a6; --good-ground: #143325; --wait: #f0c674; --wait-ground: #3a2c0d; --bad: #ff9d94; --bad-ground: #431a17;
    --button: #e8ecf1; --button-ink: #12171d; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; color: var(--ink); background: var(--ground);
  font: 17px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 38rem; margin: 0 auto; padding: 3rem 1.25rem 4rem; }
.shop { margin: 0 0 1rem; font-weight: 600; color: var(--soft); overflow-wrap: anywhere; }
.sheet { padding: 2rem; border: 1px solid var(--line); border-radius: 14px; background: var(--paper); }
h1 { margin: 0 0 .6rem; font-size: 1.7rem; line-height: 1.25; letter-spacing: -.015em; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .6rem; font-size: 1rem; }
p { margin: 0 0 .8rem; }
p:last-child { margin-bottom: 0; }
a { color: var(--link); overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
.state { display: inline-block; margin: 0 0 1rem; padding: .1rem .7rem; border-radius: 99px; font-size: .85rem; font-weight: 600; }
.state.good { color: var(--good); background: var(--good-ground); }
.state.wait { color: var(--wait); background: var(--wait-ground); }
.state.bad { color: var(--bad); background: var(--bad-ground); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .55rem 0; border-top: 1px solid var(--line); text-align: left; font-weight: 400; vertical-align: top; }
thead th { border-top: 0; padding-top: 0; font-size: .85rem; color: var(--soft); }
tbody th { overflow-wrap: anywhere; padding-right: 1rem; }
th:nth-child(2), td.quantity { padding-right: 1rem; text-align: right; white-space: nowrap; }
th:last-child, td:last-child { text-align: right; white-space: nowrap; }
tfoot th, tfoot td { border-top: 2px solid var(--ink); font-weight: 650; }
tfoot th { text-align: left; }
tfoot .part th, tfoot .part td { border: 0; font-weight: 400; }
tfoot .part:first-child th, tfoot .part:first-child td { border-top: 2px solid var(--ink); }
.next { margin: 0; padding-left: 1.2rem; }
.next li { margin-bottom: .4rem; }
.closing { margin-top: 1.4rem; }
.ways { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 2rem; }
.button { display: inline-block; padding: .65rem 1.2rem; border: 1px solid var(--button); border-radius: 9px; font-weight: 600;
  text-decoration: none; color: var(--button-ink); background: var(--button); }
.button.quiet { color: var(--ink); background: none; border-color: var(--line); }
.product { display: block; width: 100%; max-height: 22rem; margin: 0 0 1.5rem; border-radius: 9px; object-fit: contain; }
.price { font-size: 1.2rem; font-weight: 600; }
.description { white-space: pre-line; overflow-wrap: anywhere; }
.buy { margin-top: 1.5rem; }
.buy label { display: block; margin: 1rem 0 .3rem; font-size: .9rem; font-weight: 600; }
.buy input, .buy select { width: 100%; min-height: 2.75rem; padding: .45rem .75rem; border: 1px solid var(--soft); border-radius: 9px;
  color: var(--ink); background: var(--paper); font: inherit; font-size: 1rem; }
.buy [aria-invalid] { border-color: var(--bad); }
.buy .button { width: 100%; min-height: 3rem; font: inherit; font-weight: 600; cursor: pointer; }
.fault { padding: .6rem .9rem; border-radius: 9px; color: var(--bad); background: var(--bad-ground); }
.small { color: var(--soft); font-size: .85rem; }
.developer { margin-top: 1.5rem; padding: 1rem 1.25rem; border: 1px dashed var(--line); border-radius: 10px; font-size: .9rem;
  color: var(--soft); overflow-wrap: anywhere; }
.developer pre { margin: .5rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; color: var(--ink);
  font: .85rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
@media (max-width: 480px) { main { padding: 1.25rem .9rem 3rem; } .sheet { padding: 1.4rem 1.1rem; } h1 { font-size: 1.4rem; } }
`;
