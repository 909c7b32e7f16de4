import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { randomPart } from "../../domain/ids.ts";
import type { ImageFiles } from "./image-files.ts";

/** Files in a folder, which is created when needed. Several processes may use it. */
export function folderFiles(folder: string): ImageFiles {
  const placeOf = (file: string) => path.join(folder, file);
  return {
    async put(file, bytes) {
      const place = placeOf(file);
      await mkdir(path.dirname(place), { recursive: true });
      // Renamed when complete, so that no reader sees a part of it.
      const temporary = `${place}.${randomPart()}`;
      try {
        await writeFile(temporary, bytes, { flush: true });
        await rename(temporary, place);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async get(file) {
      try {
        return await readFile(placeOf(file));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    remove: (file) => rm(placeOf(file), { force: true }),
  };
}
