import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { ApiDocument, RawDocument } from "@counterpart/server/document";
import { readDocument } from "@counterpart/server/read-document";
import { UsageError } from "@counterpart/testing/errors";
import { acceptedBreaksFile } from "./accepted/accepted-breaks.ts";
import { changesFile, recordRelease } from "./changelog/changelog.ts";
import { breakTexts } from "./client-actions.ts";
import { compareContracts } from "./compare-contracts.ts";
import type { Release } from "./release.ts";
import { type ReleasedContract, readReleased, writeReleased } from "./released.ts";
import { shortNotices } from "./sunset.ts";
import { majorOf } from "./version.ts";

/** The name of a released contract: `v1.yaml`. */
const named = /^v(\d+)(\.\w+)$/;

/**
 * Releases a document as the contract of a new major version, in a file beside that of the last one, which stays as it is.
 * Breaks are accepted and recorded with what clients do about them.
 * @throws UsageError if the files aren't named by major versions, or if this major version has been released
 */
export async function releaseMajor(
  current: ApiDocument,
  { released: configured, today, locate }: ReleasedContract,
): Promise<Release> {
  const { version } = current.info;
  const major = majorOf(version);
  const last = await lastReleased(configured);
  const before = last === undefined ? undefined : await readReleased(last);
  if (last === undefined || !before) {
    throw new UsageError("Nothing has been released yet. `counterpart release` makes the first release.");
  }
  const previous = majorOf(before.info.version);
  if (previous === 0) {
    throw new UsageError("Below version 1.0.0, `counterpart release` accepts breaks. Leave out --major.");
  }
  const [, , extension = ".yaml"] = named.exec(path.basename(last)) ?? [];
  const file = path.join(path.dirname(last), `v${major}${extension}`);
  const moved = withMajor(before, current, [previous ?? 0, major ?? 0]);
  const comparison = await compareContracts(moved.document, current, today, { locate });
  const isRaised = major !== undefined && previous !== undefined && major > previous;
  const faults = [
    ...(isRaised
      ? []
      : [
          `info.version is ${version}, and ${comparison.released} was released. --major needs ${(previous ?? 0) + 1}.0.0.`,
        ]),
    ...comparison.faults,
    ...shortNotices(moved.document, current, today),
  ];
  if (faults.length > 0) return { refused: { ...comparison, faults: [...new Set(faults)], passed: false } };
  if (existsSync(file)) {
    throw new UsageError(`${file} exists, so version ${major} has been released. Leave out --major.`);
  }
  await writeReleased(current.source as RawDocument, file);
  const changes = changesFile(file);
  await recordRelease(changes, {
    before: moved.document,
    after: current,
    date: today,
    breaking: [...moved.texts, ...breakTexts(comparison.breaking)],
  });
  const accepted = acceptedBreaksFile(last);
  const removed = existsSync(accepted) ? [accepted] : [];
  for (const one of removed) await rm(one);
  return { version, written: [file, changes], removed };
}

/** The configured contract, or that of the highest version beside it. @throws UsageError */
async function lastReleased(configured: string): Promise<string | undefined> {
  if (!named.test(path.basename(configured))) {
    throw new UsageError(
      `--major keeps one contract for each major version. Name ${configured} by its version, such as v1.yaml, also in counterpart.config.ts.`,
    );
  }
  if (existsSync(configured)) return configured;
  const folder = path.dirname(configured);
  const versions = (await readdir(folder).catch(() => [])).flatMap((name) => {
    const [, number] = named.exec(name) ?? [];
    return number === undefined ? [] : [{ name, number: Number(number) }];
  });
  const [highest] = versions.sort((one, other) => other.number - one.number);
  return highest && path.join(folder, highest.name);
}

/** The document with its own version in the paths (`/v1/boats`) replaced, if the next one has it there too. */
function withMajor(document: ApiDocument, { source: next }: ApiDocument, [from, to]: [number, number]) {
  const raw = document.source as RawDocument;
  const renamed = (template: string) =>
    template.replace(new RegExp(`^((?:/[^/{}]+)*?)/v${from}(?=/|$)`), `$1/v${to}`);
  const entries = Object.entries(raw.paths).map(([template, item]) => [renamed(template), item] as const);
  const isMoved = entries.some(
    ([template]) => raw.paths[template] === undefined && (next as RawDocument).paths[template],
  );
  if (!isMoved) return { document, texts: [] };
  return {
    document: readDocument({ ...raw, paths: Object.fromEntries(entries) }),
    texts: [`Paths contain \`/v${to}\` instead of \`/v${from}\`. Send requests to the new paths.`],
  };
}
