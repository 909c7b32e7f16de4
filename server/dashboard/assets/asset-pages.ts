import { readFileSync } from "node:fs";
import type { Page } from "@counterpart/server";

/** Made for `<script>`, unlike what the package exports. */
const webauthn = new URL("../dist/bundle/index.umd.min.js", import.meta.resolve("@simplewebauthn/browser"));

/** The files that pages refer to, which need no signing in, by their name below `/dashboard/assets/`. */
const assets: { name: string; type: string; file: URL }[] = [
  { name: "dashboard.css", type: "text/css", file: new URL("dashboard.css", import.meta.url) },
  { name: "passkeys.js", type: "text/javascript", file: new URL("passkeys.js", import.meta.url) },
  { name: "webauthn.js", type: "text/javascript", file: webauthn },
  { name: "icon.svg", type: "image/svg+xml", file: new URL("icon.svg", import.meta.url) },
];

/** Browsers keep them for five minutes, so that a new version is soon complete. */
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
