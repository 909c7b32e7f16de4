import type { Database } from "../../database/database.ts";
import type { ProductFiles } from "../../merchants/downloads/product-files.ts";
import type { Images } from "../../merchants/images/images.ts";
import { type Terminal, wrongUsage } from "../terminal.ts";

/** Opens the server's place for images with the server's variables. Throws INVALID_REQUEST if there is none. */
export async function openImages(terminal: Terminal, database: Database): Promise<Images> {
  const { createImages } = await import("../../merchants/images/images.ts");
  const { given, production, ...place } = await openPlace(terminal);
  const publicUrl = given.PUBLIC_URL ?? (production ? undefined : localUrl(given));
  if (publicUrl === undefined) throw wrongUsage("Set PUBLIC_URL, as for the server.");
  return createImages({ database, ...place, publicUrl: publicUrl.replace(/\/+$/, "") });
}

/** Opens the place for the files of products, which is the same. */
export async function openProductFiles(terminal: Terminal, database: Database): Promise<ProductFiles> {
  const { createProductFiles } = await import("../../merchants/downloads/product-files.ts");
  const { files, maxBytesPerStore } = await openPlace(terminal);
  return createProductFiles({ database, files, maxBytesPerStore });
}

async function openPlace({ env }: Terminal) {
  const [{ readSecretFiles, readVariables }, settings, { openImageFiles }] = await Promise.all([
    import("@counterpart/server/settings"),
    import("../../merchants/images/image-settings.ts"),
    import("../../merchants/images/open-image-files.ts"),
  ]);
  const given = Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
    ),
  );
  const mistakes = readSecretFiles(given, settings.imageSecrets);
  const environment = { given, production: given.NODE_ENV === "production", mistakes };
  const values = readVariables(settings.imageVariables, environment);
  mistakes.push(...settings.imageMistakes(environment));
  if (mistakes.length > 0) throw wrongUsage(`${mistakes.join(". ")}.`);
  const found = values && settings.imageSettings(values, environment);
  if (!found) {
    throw wrongUsage("Set IMAGES_FOLDER or IMAGES_BUCKET_URL, as for the server.");
  }
  const { production } = environment;
  return { given, production, files: await openImageFiles(found), maxBytesPerStore: found.maxBytesPerStore };
}

function localUrl({ PORT = "3000" }: Record<string, string>): string {
  return `http://localhost:${PORT}`;
}
