import { statfs } from "node:fs/promises";
import path from "node:path";
import { type Finding, findingsOf } from "./finding.ts";

const { failed, ok, warning } = findingsOf("disk");

const gibibyte = 1024 ** 3;
/** The embedded database's log alone may take several megabytes between two checkpoints. */
const neededBytes = 0.1 * gibibyte;
const comfortableBytes = gibibyte;

/**
 * Checks the disk of the embedded database.
 * @param freeBytes returns the free bytes on a folder's disk
 */
export async function checkDisk(file: string, freeBytes = freeBytesOf): Promise<Finding> {
  const folder = path.dirname(path.resolve(file));
  const free = await freeBytes(folder).catch(() => undefined);
  if (free === undefined) {
    return failed(`The folder ${folder} doesn't exist.`, "Create it, or change the path in DATABASE_URL.");
  }
  const message = `${(free / gibibyte).toFixed(1)} GiB free in ${folder}.`;
  const advice = "Free up space or move the database. When the disk is full, every write fails.";
  if (free < neededBytes) return failed(message, advice);
  return free < comfortableBytes ? warning(message, advice) : ok(message);
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
