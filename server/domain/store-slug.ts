export const maxSlugLength = 63;

/** Whether a text is a valid slug for URLs: a-z, 0-9, and hyphens between them. */
export function isStoreSlug(text: string): boolean {
  return text.length <= maxSlugLength && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(text);
}
