import type { Product } from "../../domain/product.ts";

type Images = Product["images"];

/** Images with another one, first or last. One with the same URL is moved there. */
export function withImage(images: Images, image: Images[number], { isMain }: { isMain: boolean }): Images {
  const others = images.filter(({ url }) => url !== image.url);
  return isMain ? [image, ...others] : [...others, image];
}
