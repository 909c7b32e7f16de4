import { productSlug } from "../domain/product-slug.ts";

/**
 * A product's slugs as parts of a path: `a b` as `a-b`. A text without letters and digits stays, so that it is refused, and so
 * does what isn't a slug.
 */
export function usableSlugs({ slug, group }: { slug?: unknown; group?: unknown }): Record<string, unknown> {
  const usable = (text: string) => productSlug(text) ?? text;
  const groupSlug = (group as { slug?: unknown } | null | undefined)?.slug;
  return {
    ...(typeof slug === "string" && { slug: usable(slug) }),
    ...(typeof groupSlug === "string" && { group: { ...(group as object), slug: usable(groupSlug) } }),
  };
}
