/** The widths of an uploaded image's files in pixels, the largest last. Smaller images aren't enlarged. */
export const imageWidths = [320, 640, 1280] as const;

export type ImageWidth = (typeof imageWidths)[number];

export const largestWidth: ImageWidth = 1280;

/** Names begin with a hash of the content, so the same name never has other content. */
const hashLength = 24;
const randomLength = 8;

/**
 * @param hash of the image's content, in hexadecimal
 * @param random the image's own part, so that a deleted image's name isn't used again
 */
export function imageName(hash: string, random: string): string {
  return hash.slice(0, hashLength) + random.slice(0, randomLength);
}

/** One of an image's files, such as `store_…/3f9c…-640.webp`, relative to where images are stored and served. */
export function imageFile(storeId: string, name: string, width: ImageWidth): string {
  return `${storeId}/${name}-${width}.webp`;
}

const namePattern = `[0-9a-z]{${hashLength + randomLength}}`;
const file = new RegExp(`^store_[0-9a-z]+/${namePattern}-(?:${imageWidths.join("|")})\\.webp$`);

export function isImageFile(text: string): boolean {
  return file.test(text);
}

/** Below the shop's public URL. */
export const imagesPath = "/images";

/** The names of the store's images whose URLs are in a text. */
export function imageNamesIn(text: string, storeId: string): string[] {
  const urls = text.matchAll(new RegExp(`${imagesPath}/${storeId}/(${namePattern})-`, "g"));
  return [...urls].map(([, name = ""]) => name);
}
