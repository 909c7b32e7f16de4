import type { ImageFiles, ImageSettings } from "./image-files.ts";

export async function openImageFiles({ place }: Pick<ImageSettings, "place">): Promise<ImageFiles> {
  if ("folder" in place) return (await import("./folder-files.ts")).folderFiles(place.folder);
  return (await import("./bucket-files.ts")).bucketFiles(place.bucket);
}
