import { access } from "node:fs/promises";
import { UsageError } from "@counterpart/testing/mock/usage-error";

/** @throws UsageError if there is no such file */
export async function needFile(file: string): Promise<void> {
  await access(file).catch(() => {
    throw new UsageError(`${file} doesn't exist.`);
  });
}
