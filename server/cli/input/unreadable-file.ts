import { ApiError } from "@counterpart/server/errors";
import { wrongUsage } from "../terminal.ts";

/** Why a file that was given can't be used. A refusal of ours stays as it is. */
export function unreadableFile(file: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return new ApiError("NOT_FOUND", `There is no file ${file}.`);
  return wrongUsage(`${file} can't be read: ${message}.`);
}
