/** The shop's own page of a product, which is its payment link too. @param publicUrl without a trailing slash */
export function productPageUrl(slug: string, store: { slug: string }, publicUrl: string): string {
  return `${publicUrl}/buy/${encodeURIComponent(store.slug)}/${encodeURIComponent(slug)}`;
}
