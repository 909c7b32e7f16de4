import { readFileSync } from "node:fs";
import path from "node:path";

/** Where the files of a document are. */
export interface Storage {
  /**
   * @param file absolute
   * @throws with the code `ENOENT` if there is no such file
   */
  read: (file: string) => string;
  /** A file's name for messages. */
  name: (file: string) => string;
}

/** The files of this machine, named relative to the working directory. */
export const disk: Storage = {
  read: (file) => readFileSync(file, "utf8"),
  name: (file) => path.relative("", file),
};
