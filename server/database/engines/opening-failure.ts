import { isOfPostgres } from "./database-errors.ts";
import { ReadOnlyServer } from "./read-only-server.ts";

/** PostgreSQL's and the system's codes, and SQLite's numbers, for causes that an operator can fix. */
const reasons: Record<string, string> = {
  "28P01": "the user or the password is wrong",
  "28000": "the server doesn't let this user in",
  "3D000": "the server has no database of this name",
  "3F000": "the database has no such schema",
  "42501": "this user may not create tables there",
  "53300": "the server has no connection left",
  "57P03": "the server is starting or stopping",
  ECONNREFUSED: "no server listens on its host and port",
  ENOTFOUND: "its host name can't be resolved",
  EAI_AGAIN: "its host name can't be resolved at the moment",
  ETIMEDOUT: "its host doesn't respond",
  EHOSTUNREACH: "its host can't be reached",
  ENETUNREACH: "its host can't be reached",
  EACCES: "this user may not write to its folder",
  EPERM: "this user may not write to its folder",
  EROFS: "its folder can't be written to",
  ENOTDIR: "a part of its path isn't a folder",
  EEXIST: "a part of its path isn't a folder",
  ENOSPC: "the disk is full",
  "8": "this user may not write to the file or to its folder",
  "10": "the disk can't be read or written",
  "13": "the disk is full",
  "14": "unable to open database file; this user may not write to its folder, or it isn't a file",
  "26": "the file isn't an SQLite database",
};

const timeout = /timeout expired|timeout exceeded|Connection terminated due to connection timeout/;

/**
 * Explains why a database can't be opened, for causes that its operator can fix; undefined for others. Never
 * contains the address, which may carry a password.
 */
export function openingFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errcode, message } = error as { code?: string; errcode?: number; message: string };
  if (errcode !== undefined) return reasons[errcode & 0xff];
  if (error instanceof ReadOnlyServer) return message;
  const { syscall, path } = error as NodeJS.ErrnoException;
  // Certificates: `sslrootcert`, `sslcert`, `sslkey`.
  if (syscall === "open" && isOfPostgres(error)) return `${path}, which its URL refers to, can't be read`;
  if (timeout.test(message)) return "the server didn't respond in time";
  const reason = reasons[code ?? ""];
  if (reason !== undefined) return reason;
  // Poolers and servers reject clients with these messages, usually without a specific code.
  return code === "08P01" || code === "08006" || /SSL|certificate/i.test(message) ? message : undefined;
}
