import { readFileSync } from "node:fs";
import type { Page } from "@counterpart/server/express";

/** The build for `<script>` tags, which the package doesn't export. */
const webauthn = new URL("../dist/bundle/index.umd.min.js", import.meta.resolve("@simplewebauthn/browser"));

/** The files that pages load, by name below `/dashboard/assets/`. They need no sign-in. */
const assets: { name: string; type: string; file: URL }[] = [
  { name: "dashboard.css", type: "text/css", file: new URL("dashboard.css", import.meta.url) },
  { name: "passkeys.js", type: "text/javascript", file: new URL("passkeys.js", import.meta.url) },
  { name: "dashboard.js", type: "text/javascript", file: new URL("dashboard.js", import.meta.url) },
  { name: "webauthn.js", type: "text/javascript", file: webauthn },
  { name: "icon.svg", type: "image/svg+xml", file: new URL("icon.svg", import.meta.url) },
];

/** Browsers cache them for five minutes only, so that a new version takes effect soon. */
const maxAgeSeconds = 300;

export function assetPages(): Page[] {
  return assets.map(({ name, type, file }) => {
    const content = readFileSync(file);
    return {
      method: "GET",
      path: `/dashboard/assets/${name}`,
      handler: (_req, res) => {
        res
          .set({
            "Cache-Control": `public, max-age=${maxAgeSeconds}`,
            "Content-Security-Policy": "default-src 'none'",
          })
          .type(type)
          .send(content);
      },
    };
  });
}
