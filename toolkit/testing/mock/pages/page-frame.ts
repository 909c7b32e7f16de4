import { html, raw } from "hono/html";

/** The result of the `html` template, which escapes all interpolated values except such results. */
export type Html = ReturnType<typeof html>;

/** A page of the mock, without scripts or external resources. */
export function pageFrame(title: string, main: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${main}
</main>
</body>
</html>
`.toString();
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1d2329, #e4e8ec); --quiet: light-dark(#56616b, #a3aeb8); --line: light-dark(#d8dee4, #343c44); --link: light-dark(#0b5bb5, #7db7ff); }
body { margin: 0; color: var(--ink); background: light-dark(#fff, #14181c); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
p { max-width: 42rem; }
code { font: .92em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .4rem; }
a { color: var(--link); }
ul.operations { list-style: none; padding: 0; margin: 0; }
ul.operations > li { padding: .75rem 0; border-top: 1px solid var(--line); }
ul.operations p { margin: .15rem 0 0; }
.verb { display: inline-block; min-width: 4.5rem; font-weight: 600; font-size: .85em; }
.quiet { color: var(--quiet); font-size: .92em; }
ul.links { display: flex; flex-wrap: wrap; gap: .75rem; list-style: none; padding: 0; }
ul.links a { display: inline-block; padding: .6rem 1.1rem; border: 1px solid currentcolor; border-radius: .4rem; text-decoration: none; }
`;
