export const maxSlugLength = 63;

/** Whether a store can have this name in web addresses: a-z, 0-9 and hyphens between them. */
export function isStoreSlug(text: string): boolean {
  return text.length <= maxSlugLength && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(text);
}
