import type { Product } from "../../domain/product.ts";

/** The first is the main one. */
export type ProductImages = Product["images"];

type Image = ProductImages[number];

/** Images with another one, first or last. One with the same URL is replaced. */
export function withImage(
  images: ProductImages,
  image: Image,
  { isMain }: { isMain: boolean },
): ProductImages {
  const others = withoutImage(images, image);
  return isMain ? [image, ...others] : [...others, image];
}

export function withoutImage(images: ProductImages, { url }: Pick<Image, "url">): ProductImages {
  return images.filter((image) => image.url !== url);
}

/** Images of which the one with this URL comes first. */
export function withFirst(images: ProductImages, { url }: Pick<Image, "url">): ProductImages {
  return [...images.filter((image) => image.url === url), ...withoutImage(images, { url })];
}

/** Images of which the one with this URL has another alt text. */
export function withAlt(images: ProductImages, { url, alt }: Image): ProductImages {
  return images.map((image) => (image.url === url ? { url, alt } : image));
}
