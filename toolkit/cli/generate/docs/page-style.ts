/**
 * Gives Redoc's colors the contrast that WCAG 2 requires (4.5:1), and wraps long lines, because scrolling
 * code blocks can't be reached by keyboard.
 */
export const pageStyle = `
:root:not(.dark) {
  --color-blue-6: #1b5cbf;
  --color-blue-7: #2558b8;
  --color-carrot-7: #96500f;
  --color-green-7: #0b7038;
  --color-warm-grey-5: #6e6f7a;
}
:root:not(.dark) .tag-get, :root:not(.dark) .tag-query { --tag-color: #0b7038; }
:root:not(.dark) .tag-post { --tag-color: #1b5cbf; }
:root:not(.dark) .tag-put, :root:not(.dark) .tag-patch { --tag-color: #855000; }
:root:not(.dark) .tag-delete { --tag-color: #c0083a; }
:root.dark { --color-warm-grey-5: #9b9ca8; }
.dark .schema-name { color: #aaa8f7; }
pre, pre > code { white-space: pre-wrap !important; overflow-wrap: anywhere; }
a[href="https://redocly.com/redoc/"] p::after { content: " Redoc"; }
.md-table-wrapper td:not(:first-child) { overflow-wrap: anywhere; }
@media (max-width: 480px) { h1 { font-size: 1.75rem !important; } }
`;
