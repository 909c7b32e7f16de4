import type { ProductInput } from "../../database/queries/products/products.ts";

type Images = ProductInput["images"];

/**
 * The images that Shopify would list for a product with these variants: each variant's images are its main one, and then the
 * product's others. What doesn't fit this isn't part of the list.
 */
export function commonImages(variants: { images: Images }[]): Images {
  const lists = variants.map(({ images }) => images);
  const complete = lists.find((list) => lists.every((other) => isFrom(list, other)));
  return complete ?? merged(lists.map(([, ...others]) => others));
}

/** Whether a variant's images are its main one, and then the list's others. */
function isFrom(list: Images, [main, ...others]: Images): boolean {
  if (!main) return list.length === 0;
  const rest = list.filter(({ url }) => url !== main.url);
  const [listed = { ...main, alt: null }] = list.filter(({ url }) => url === main.url);
  return JSON.stringify([listed, ...rest]) === JSON.stringify([main, ...others]);
}

/** One list with the order of all of them, where they agree. */
function merged(lists: Images[]): Images {
  const all: Images = [];
  for (const list of lists) {
    let at = 0;
    for (const image of list) {
      const known = all.findIndex(({ url }) => url === image.url);
      if (known < 0) all.splice(at, 0, image);
      at = (known < 0 ? at : known) + 1;
    }
  }
  return all;
}
