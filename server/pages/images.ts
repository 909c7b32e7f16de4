import { contextOf } from "@counterpart/server";
import { ApiError } from "@counterpart/server/errors";
import type { Page } from "@counterpart/server/express";
import { imagesPath } from "../domain/product-image.ts";
import type { Images } from "../merchants/images/images.ts";

/** Serves uploaded images. Their URLs contain a hash of the content, so caches may keep them forever. */
export function imagePages(images: Pick<Images, "read">): Page[] {
  return [
    {
      method: "GET",
      path: `${imagesPath}/{store}/{file}`,
      handler: async (_req, res) => {
        const { store, file } = contextOf(res).pathParams;
        const content = await images.read(`${store}/${file}`);
        if (!content) throw new ApiError("NOT_FOUND", "There is no such image.");
        res.set({
          "Content-Type": "image/webp",
          "Cache-Control": "public, max-age=31536000, immutable",
          "Content-Security-Policy": "default-src 'none'",
          // Storefronts and the payment page show it from other origins.
          "Cross-Origin-Resource-Policy": "cross-origin",
          ETag: `"${file}"`,
        });
        res.send(content);
      },
    },
  ];
}
