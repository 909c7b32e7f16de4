import { filePath } from "../../database/engines/database-url.ts";
import type { ShopSettings } from "../../settings.ts";
import { checkClock } from "./check-clock.ts";
import { checkCodes } from "./check-codes.ts";
import { checkDatabase } from "./check-database.ts";
import { checkDisk } from "./check-disk.ts";
import { checkImages } from "./check-images.ts";
import { checkMail } from "./check-mail.ts";
import { checkProvider } from "./check-provider.ts";
import { checkRedis } from "./check-redis.ts";
import { checkReplica } from "./check-replica.ts";
import { checkStores } from "./check-stores.ts";
import { type Finding, findingsOf } from "./finding.ts";

export interface DoctorParts {
  settings: ShopSettings;
  redisUrl: string | undefined;
  /** Undefined in development. */
  publicUrl: string | undefined;
}

/** Checks everything that the service depends on. Changes nothing. */
export async function examine({ settings, redisUrl, publicUrl }: DoctorParts): Promise<Finding[]> {
  const file = filePath(settings.databaseUrl);
  const [database, replica, redis, provider] = await Promise.all([
    checkDatabase(settings.databaseUrl, settings.databaseOptions),
    settings.readUrl !== undefined && checkReplica(settings.readUrl, settings.databaseOptions),
    checkRedis(redisUrl, file === undefined),
    settings.stripe && checkProvider(settings.stripe, publicUrl ?? "http://localhost:3000"),
  ]);
  return [
    ...database.findings,
    ...(replica ? [replica] : []),
    ...(file === undefined ? [] : [await checkDisk(file)]),
    await checkImages(settings.images),
    redis,
    ...(settings.stripe ? await checkStores(settings.stripe, settings.databaseUrl) : []),
    ...(await checkCodes(settings.databaseUrl)),
    ...(provider?.findings ?? [
      findingsOf("payments").ok("Not set up: in development the stand-in replaces the provider."),
    ]),
    ...(settings.mail ? [await checkMail(settings.mail)] : []),
    checkClock([...database.clocks, ...(provider?.clocks ?? [])]),
  ];
}

const { failed, ok } = findingsOf("versions");

/** @param neededNode the major version that package.json requires */
export function checkVersions(program: string, neededNode: number, node = process.versions.node): Finding {
  if (Number.parseInt(node, 10) < neededNode) {
    return failed(`This is Node ${node}.`, `Install Node ${neededNode} or newer.`);
  }
  return ok(`Counterpart ${program} on Node ${node}`);
}
