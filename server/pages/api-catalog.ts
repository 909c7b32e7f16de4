import type { Page } from "@counterpart/server/express";

/**
 * `GET /.well-known/api-catalog`: where the API, its tools for agents and their documentation are (RFC 9727,
 * a link set of RFC 9264).
 * @param publicUrl without a slash at the end
 */
export function apiCatalogPage(publicUrl: string): Page {
  const llms = { href: `${publicUrl}/llms.txt`, type: "text/plain" };
  // Bytes, since Express adds a charset to texts, which the type doesn't have.
  const catalog = Buffer.from(
    JSON.stringify({
      linkset: [
        {
          anchor: `${publicUrl}/v1`,
          "service-desc": [{ href: `${publicUrl}/openapi.json`, type: "application/json" }],
          "service-doc": [{ href: `${publicUrl}/docs`, type: "text/html" }, llms],
        },
        {
          anchor: `${publicUrl}/mcp`,
          "service-doc": [{ href: `${publicUrl}/docs#/section-agents`, type: "text/html" }, llms],
        },
      ],
    }),
  );
  return {
    method: "GET",
    path: "/.well-known/api-catalog",
    handler: (_req, res) => {
      res.set("Link", `<${publicUrl}/.well-known/api-catalog>; rel="api-catalog"`);
      res.set("Access-Control-Allow-Origin", "*");
      res.type('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"').send(catalog);
    },
  };
}
