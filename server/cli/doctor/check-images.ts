import { access, constants, stat } from "node:fs/promises";
import path from "node:path";
import type { ImageSettings } from "../../merchants/images/image-files.ts";
import { openImageFiles } from "../../merchants/images/open-image-files.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { failed, ok } = findingsOf("images");

/** Checks where uploaded images and files are stored, if anywhere. Writes nothing. */
export async function checkImages(settings: Pick<ImageSettings, "place"> | undefined): Promise<Finding> {
  if (!settings) {
    return ok("Images and files can't be uploaded: neither IMAGES_FOLDER nor IMAGES_BUCKET_URL is set.");
  }
  const { place } = settings;
  return "folder" in place ? checkFolder(path.resolve(place.folder)) : checkBucket(place);
}

async function checkFolder(folder: string): Promise<Finding> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  if (!isThere) return ok(`The folder ${folder} doesn't exist yet. The first image creates it.`);
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return ok(`Stored in ${folder}.`);
  } catch {
    const advice = "Let the servers' user write there, or change IMAGES_FOLDER.";
    return failed(`The folder ${folder} isn't writable for this user.`, advice);
  }
}

async function checkBucket(place: Extract<ImageSettings["place"], { bucket: unknown }>): Promise<Finding> {
  try {
    const files = await openImageFiles({ place });
    await files.get(noImage);
    return ok(`The bucket ${place.bucket.url} answers.`);
  } catch (error) {
    const message = error instanceof Error ? error.message : "The bucket failed.";
    return failed(message, "Check the IMAGES_BUCKET_… variables, and the key's permissions.");
  }
}

/** No upload has this name. */
const noImage = "doctor/none.webp";
