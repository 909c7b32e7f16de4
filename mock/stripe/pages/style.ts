/** One style sheet for all hosted pages, in the page itself. */
export const style = `
:root { color-scheme: light; --ink: #1a1f36; --soft: #545b70; --line: #dfe3ea; --wash: #f6f7f9; --accent: #0b5fce; --accent-deep: #084a9f; --bad: #b3261e; --good: #0a6b3d; }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: #fff; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
h1, h2, p, dl, dd, ul, ol, fieldset { margin: 0; padding: 0; border: 0; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid #8fbcff; outline-offset: 2px; }
.notice { max-width: 30rem; margin: 18vh auto 0; padding: 0 1.5rem; }
.notice h1 { font-size: 1.5rem; margin-bottom: .5rem; }
.notice p { color: var(--soft); margin-bottom: 1.25rem; }
.badge { display: inline-block; padding: .05rem .5rem; border-radius: .3rem; background: #fdf0d2; color: #6b4700; font-size: .75rem; font-weight: 600; }
`;
