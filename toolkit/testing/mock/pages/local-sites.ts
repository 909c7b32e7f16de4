import type { Page } from "@counterpart/server/http";
import { html } from "hono/html";
import { sendPage } from "./page-frame.ts";

/** The mock's replacement for an external site. */
export interface MockSite {
  title: string;
  /** The page's links, by their text: `{ Continue: "http://localhost:3001/welcome" }`. */
  links?: Record<string, string>;
}

/** External sites that responses link to, such as a login page, by origin. */
export type MockSites = Record<string, MockSite>;

const path = "/_mock/site";

/** The page that replaces these sites. */
export function localSitePage(sites: MockSites): Page {
  return {
    method: "GET",
    path,
    handler: (req, res, next) => {
      const url = new URL(req.originalUrl, "http://localhost").searchParams.get("url") ?? "";
      const site = siteOf(sites, url);
      if (!site) return next();
      const links = Object.entries(site.links ?? {}).map(
        ([text, to]) => html`<li><a href="${to}">${text}</a></li>`,
      );
      const main = html`<h1>${site.title}</h1>
<p>With the real service, the browser would be at <code>${url}</code> now. The mock keeps nothing,
so nothing that is done here changes its responses.</p>
${links.length > 0 ? html`<ul class="links">${links}</ul>` : ""}`;
      sendPage(res, site.title, main);
    },
  };
}

/**
 * Replaces the URLs of these sites in a body by the mock's page.
 * @param mock the mock's origin
 */
export function withLocalSites(body: unknown, sites: MockSites, mock: string): unknown {
  if (typeof body === "string") {
    return siteOf(sites, body) ? `${mock}${path}?url=${encodeURIComponent(body)}` : body;
  }
  if (Array.isArray(body)) return body.map((one) => withLocalSites(one, sites, mock));
  if (typeof body !== "object" || body === null) return body;
  const entries = Object.entries(body).map(([name, one]) => [name, withLocalSites(one, sites, mock)]);
  return Object.fromEntries(entries);
}

function siteOf(sites: MockSites, text: string): MockSite | undefined {
  // Most texts of a body aren't URLs.
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { origin } = new URL(text);
  return Object.hasOwn(sites, origin) ? sites[origin] : undefined;
}
