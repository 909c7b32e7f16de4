import { tryRedis } from "@counterpart/server";
import { type Finding, findingsOf } from "./finding.ts";

const { failed, ok, warning } = findingsOf("redis");

/** @param url undefined if each process counts separately */
export async function checkRedis(url: string | undefined, isRemoteDatabase: boolean): Promise<Finding> {
  if (url === undefined) {
    if (!isRemoteDatabase) return ok("Not used: a single process doesn't need it.");
    return warning(
      "REDIS_URL isn't set, so each process counts requests separately.",
      "Set it if you run several processes. Otherwise the rate limits apply per process.",
    );
  }
  try {
    await tryRedis(url);
    return ok("It responds and can count requests.");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return failed(
      `It can't count requests: ${code ?? message.split("\n")[0]}.`,
      "Check that it is running and reachable from here, and that REDIS_URL has the right user and database.",
    );
  }
}
