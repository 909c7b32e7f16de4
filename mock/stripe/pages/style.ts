/** One inline style sheet for all hosted pages. */
export const style = `
:root {
  color-scheme: light dark;
  --ink: #1b2233; --soft: #5a6478; --line: #d9dee8; --edge: #c6cdda; --wash: #f5f6f9; --paper: #fff; --field: #fff;
  --accent: #1f4fd8; --accent-deep: #173ba3; --on-accent: #fff; --bad: #b3261e; --bad-deep: #8c1d18; --on-bad: #fff;
  --bad-wash: #fdf0ef; --good: #12683f; --good-wash: #e9f6ef; --warn: #7a4d00; --warn-wash: #fdf3dc; --plain-wash: #eceff4;
  --label: #3a4357; --hint: #6f7a8e; --focus: #a9c1ff; --mark: #33415f; --mark-wash: #dfe5f2; --shadow: rgb(20 30 60 / 4%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8ebf2; --soft: #a3acbe; --line: #333b4c; --edge: #4a5468; --wash: #1b202b; --paper: #12161e; --field: #1b202b;
    --accent: #86a8ff; --accent-deep: #a9c1ff; --on-accent: #0d1424; --bad: #ff9a91; --bad-deep: #ffb8b1; --on-bad: #2b0907;
    --bad-wash: #3a1b1a; --good: #7fd6a8; --good-wash: #14301f; --warn: #f0c674; --warn-wash: #3a2d10; --plain-wash: #2a3140;
    --label: #c6cddb; --hint: #8b95a8; --focus: #4a6fd0; --mark: #d4dcf0; --mark-wash: #2c3650; --shadow: transparent;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; color: var(--ink); background: var(--paper);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
h1, h2, h3, p, dl, dt, dd, ul, fieldset, legend, figure, table { margin: 0; padding: 0; border: 0; }
ul { list-style: none; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 6px; }
.badge { display: inline-block; padding: 1px 8px; border-radius: 5px; background: var(--warn-wash); color: var(--warn);
  font-size: 12px; font-weight: 600; line-height: 20px; white-space: nowrap; }
.badge.good { background: var(--good-wash); color: var(--good); }
.badge.bad { background: var(--bad-wash); color: var(--bad); }
.badge.plain { background: var(--plain-wash); color: var(--soft); }
.soft { color: var(--soft); overflow-wrap: anywhere; }
.small { font-size: 14px; }
.button, button { display: inline-block; font: inherit; font-weight: 600; text-align: center; text-decoration: none;
  padding: 11px 18px; border: 1px solid transparent; border-radius: 8px; cursor: pointer;
  color: var(--on-accent); background: var(--accent); }
.button:hover, button:hover { background: var(--accent-deep); }
.button.quiet, button.quiet { color: var(--ink); background: var(--paper); border-color: var(--line);
  font-weight: 500; padding: 8px 14px; }
.button.quiet:hover, button.quiet:hover { background: var(--wash); border-color: var(--edge); }
.button.danger, button.danger { color: var(--on-bad); background: var(--bad); }
.button.danger:hover, button.danger:hover { background: var(--bad-deep); }
button.link { padding: 4px 8px; margin-left: -8px; border: 0; background: none; color: var(--soft); font-weight: 500; border-radius: 4px; }
button.link:hover { color: var(--ink); background: none; text-decoration: underline; }
button.wide { display: block; width: 100%; padding: 13px 18px; }
label, .label { display: block; margin-bottom: 5px; font-size: 14px; font-weight: 500; color: var(--label); }
input, select { display: block; width: 100%; font: inherit; color: inherit; background: var(--field); padding: 10px 12px;
  border: 1px solid var(--edge); border-radius: 8px; box-shadow: 0 1px 1px var(--shadow); }
input::placeholder { color: var(--hint); }
input:focus-visible, select:focus-visible { outline: 3px solid var(--focus); outline-offset: 0; border-color: var(--accent); }
input[aria-invalid=true] { border-color: var(--bad); }
.error { margin-top: 5px; font-size: 14px; color: var(--bad); }
.alert { margin-bottom: 22px; padding: 11px 14px; border-radius: 8px; background: var(--bad-wash); color: var(--bad);
  font-weight: 500; }
.alert.good { background: var(--good-wash); color: var(--good); }
.alert.warn { background: var(--warn-wash); color: var(--warn); }
.field { margin-bottom: 16px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
.notice { max-width: 30rem; margin: 16vh auto 0; padding: 0 24px; }
.notice h1 { font-size: 24px; line-height: 1.3; letter-spacing: -.01em; margin-bottom: 8px; }
.notice p { color: var(--soft); margin-bottom: 22px; }
.notice .actions { display: flex; flex-wrap: wrap; gap: 10px; margin: 24px 0; }
.notice .actions .quiet { padding: 11px 18px; }

.checkout { display: grid; grid-template-columns: 1fr; min-height: 100vh; }
.checkout > section { padding: 28px 24px 36px; }
.checkout .summary { background: var(--wash); }
.checkout .inner { width: 100%; max-width: 430px; margin: 0 auto; }
.shop { display: flex; align-items: center; gap: 10px; min-height: 28px; margin-bottom: 26px; font-weight: 600; }
.shop .name { overflow-wrap: anywhere; }
.shop form { display: flex; }
.mark { flex: none; width: 28px; height: 28px; border-radius: 50%; background: var(--mark-wash); color: var(--mark); font-size: 14px;
  line-height: 28px; text-align: center; }
.summary h1 { font-size: 16px; font-weight: 500; color: var(--soft); }
.total { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 10px; margin: 2px 0 4px; font-size: 36px;
  font-weight: 650; letter-spacing: -.02em; line-height: 1.25; font-variant-numeric: tabular-nums; }
.total span { font-size: 16px; font-weight: 500; letter-spacing: 0; color: var(--soft); }
.lines { margin: 30px 0 0; }
.lines li { display: grid; grid-template-columns: 1fr auto; gap: 2px 14px; padding: 11px 0; align-items: start; }
.lines li:has(img) { grid-template-columns: auto 1fr auto; }
.lines img { border-radius: 6px; object-fit: cover; background: var(--paper); }
.lines .what { min-width: 0; overflow-wrap: anywhere; }
.lines .what strong { font-weight: 550; }
.lines .what p { font-size: 14px; color: var(--soft); }
.lines .amount { font-variant-numeric: tabular-nums; text-align: right; font-weight: 550; }
.sums { margin-top: 14px; border-top: 1px solid var(--line); }
.sums div { display: flex; justify-content: space-between; gap: 16px; padding-top: 13px; font-variant-numeric: tabular-nums; }
.sums .due { font-weight: 650; }
.code { display: grid; grid-template-columns: 1fr auto; gap: 8px 10px; align-items: center; margin-top: 18px; }
.code .error { grid-column: 1 / -1; margin: 0; }
.code p { overflow-wrap: anywhere; min-width: 0; }
.options { border: 1px solid var(--edge); border-radius: 8px; }
.option { display: grid; grid-template-columns: auto 1fr auto; gap: 12px; align-items: center; margin: 0; padding: 11px 14px; cursor: pointer; }
.option + .option { border-top: 1px solid var(--line); }
.option input { width: 18px; height: 18px; margin: 0; box-shadow: none; accent-color: var(--accent); }
.option .what { min-width: 0; overflow-wrap: anywhere; }
.option .what strong { display: block; color: var(--ink); font-weight: 550; }
.option .what span { color: var(--soft); }
.option .amount { color: var(--ink); font-variant-numeric: tabular-nums; }
.payment h2 { font-size: 17px; font-weight: 600; letter-spacing: -.01em; margin: 26px 0 12px; }
.payment form > h2:first-of-type { margin-top: 0; }
.fixed { padding: 10px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--wash); overflow-wrap: anywhere; }
.card { border: 1px solid var(--edge); border-radius: 8px; box-shadow: 0 1px 1px var(--shadow); }
.card:has([aria-invalid=true]) { border-color: var(--bad); }
.card input { border: 0; border-radius: 0; box-shadow: none; }
.card input:focus-visible { position: relative; z-index: 1; border-radius: 8px; outline-offset: -1px; }
.card > div:first-child input { border-radius: 8px 8px 0 0; }
.card .row { display: grid; grid-template-columns: 1fr 1fr; border-top: 1px solid var(--edge); }
.card .row > div + div { border-left: 1px solid var(--edge); }
.card .row > div:first-child input { border-radius: 0 0 0 8px; }
.card .row > div:last-child input { border-radius: 0 0 8px 0; }
.hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.terms { margin-top: 12px; font-size: 13px; color: var(--soft); text-align: center; }
.endings { margin-top: 30px; padding: 14px 16px 16px; border: 1px dashed var(--edge); border-radius: 8px; }
.endings p { font-size: 14px; color: var(--soft); margin-bottom: 10px; }
.endings div { display: flex; flex-wrap: wrap; gap: 8px; }
.endings button { font-size: 14px; }
.foot { margin-top: 30px; font-size: 13px; color: var(--soft); }

.portal { max-width: 760px; margin: 0 auto; padding: 28px 24px 64px; }
.portal > header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 10px 20px; margin-bottom: 34px; }
.portal > header .shop { margin: 0; }
.portal h1 { font-size: 26px; line-height: 1.3; letter-spacing: -.015em; margin-bottom: 6px; }
.portal > section { margin-top: 36px; padding-top: 22px; border-top: 1px solid var(--line); }
.portal > section > h2 { font-size: 15px; font-weight: 600; color: var(--soft); margin-bottom: 16px; }
.plan { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 14px 24px; }
.plan + .plan { margin-top: 26px; padding-top: 26px; border-top: 1px solid var(--line); }
.plan h3 { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; font-size: 17px; font-weight: 600; overflow-wrap: anywhere; }
.plan .price { font-size: 22px; font-weight: 650; letter-spacing: -.01em; font-variant-numeric: tabular-nums; }
.plan .price span { font-size: 15px; font-weight: 500; color: var(--soft); letter-spacing: 0; }
.plan .do { align-self: center; }
.method { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 14px; margin-bottom: 14px; font-weight: 500; }
details > summary { display: inline-block; list-style: none; cursor: pointer; font-weight: 500; padding: 8px 14px; border: 1px solid var(--line); border-radius: 8px; }
details > summary::-webkit-details-marker { display: none; }
details > summary:hover { background: var(--wash); }
details form { margin-top: 18px; max-width: 430px; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { font-size: 13px; font-weight: 500; color: var(--soft); text-align: left; padding: 0 12px 8px 0; }
td a { white-space: nowrap; }
td { padding: 11px 12px 11px 0; border-top: 1px solid var(--line); }
th:last-child, td:last-child { text-align: right; padding-right: 0; }
.sheet { max-width: 640px; margin: 0 auto; padding: 40px 24px 64px; }
.sheet h1 { font-size: 26px; line-height: 1.3; letter-spacing: -.015em; }
.sheet .download { margin-top: 26px; }
.sheet dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 24px; margin: 20px 0 30px; }
.sheet dt { color: var(--soft); }
.sheet tfoot td { font-weight: 650; border-top: 1px solid var(--ink); }

@media (max-width: 480px) {
  .checkout > section { padding: 24px 18px 30px; }
  .portal, .sheet { padding-left: 18px; padding-right: 18px; }
  .lines li:has(img) { grid-template-columns: auto 1fr; }
  .lines li:has(img) .amount { grid-column: 2; text-align: left; }
  table { font-size: 14px; }
  th, td { padding-right: 8px; }
  td a { white-space: normal; overflow-wrap: anywhere; }
}
@media (min-width: 900px) {
  .checkout { grid-template-columns: 1fr 1fr; }
  .checkout > section { padding: 64px 56px; }
  .checkout .summary .inner { margin-right: 0; }
  .checkout .payment .inner { margin-left: 0; }
}
@media (prefers-reduced-motion: no-preference) { button, .button, input { transition: background-color .12s, border-color .12s; } }
`;
