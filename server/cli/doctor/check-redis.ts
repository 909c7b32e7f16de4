import { tryRedis } from "@counterpart/server";
import { type Finding, failed, ok, warning } from "./finding.ts";

/** @param url undefined if each process counts separately */
export async function checkRedis(url: string | undefined, isRemoteDatabase: boolean): Promise<Finding> {
  if (url === undefined) {
    if (!isRemoteDatabase) return ok("redis", "Not used: one process needs none.");
    return warning(
      "redis",
      "REDIS_URL isn't set, so each process counts requests by itself.",
      "Set it when several processes serve: otherwise callers may send that many times their limit.",
    );
  }
  try {
    await tryRedis(url);
    return ok("redis", "It answers, and can count.");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return failed(
      "redis",
      `It can't count requests: ${code ?? message.split("\n")[0]}.`,
      "Look whether it runs and can be reached from here, and whether REDIS_URL has the right user and database.",
    );
  }
}
