import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "@counterpart/server/express";
import type { Database } from "../database/database.ts";

const folder = new URL("pictures/", import.meta.url);
const path = "/demo/pictures/";

/** Serves the images of the demo store's products. */
export function picturePages(): Page[] {
  return readdirSync(folder).map((name) => {
    const picture = readFileSync(new URL(name, folder));
    return {
      method: "GET",
      path: `${path}${name}`,
      handler: (_req, res) => {
        res.set({
          "Content-Type": "image/svg+xml",
          "Cache-Control": "max-age=3600",
          "Content-Security-Policy": "default-src 'none'",
          // Storefronts and the payment page show it from other origins.
          "Cross-Origin-Resource-Policy": "cross-origin",
        });
        res.send(picture);
      },
    };
  });
}

/** Points the image URLs at this server, since an earlier start may have had another address. */
export async function pointPicturesHere(
  { products }: Pick<Database, "products">,
  storeId: string,
  publicUrl: string,
): Promise<void> {
  const here = (url: string) => {
    const at = url.indexOf(path);
    return at < 0 ? url : `${publicUrl}${url.slice(at)}`;
  };
  const all = await products.listAll(storeId);
  const moved = all.filter(({ images }) => images.some(({ url }) => here(url) !== url));
  if (moved.length === 0) return;
  await products.import(
    storeId,
    moved.map((product) => ({
      ...product,
      imageUrl: product.imageUrl === null ? null : here(product.imageUrl),
      images: product.images.map(({ url, alt }) => ({ url: here(url), alt })),
    })),
  );
}
