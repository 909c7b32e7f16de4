import { writeFile } from "node:fs/promises";
import { type ApiDocument, readList } from "@counterpart/server/document";
import { readReleased } from "../released.ts";
import { type ContractChanges, listChanges } from "./list-changes.ts";

/** A release of the contract and its changes since the previous one. */
interface ReleasedChanges extends ContractChanges {
  version: string;
  /** `2026-12-31` */
  date: string;
  /** The previous version; null for the first release. */
  since: string | null;
  /** The breaks of a new major version, with what clients do about them. */
  breaking?: string[];
}

/** `v1.changes.json` for `v1.yaml`: beside the released contract, newest release first. */
export function changesFile(released: string): string {
  return `${released.replace(/\.(ya?ml|json)$/, "")}.changes.json`;
}

/** Adds a release at the top of the list. @param before undefined for the first release */
export async function recordRelease(
  file: string,
  {
    before,
    after,
    date,
    breaking,
  }: { before: ApiDocument | undefined; after: ApiDocument; date: string; breaking?: string[] },
): Promise<void> {
  const changes = before ? listChanges(before, after) : { added: [], removed: [], deprecated: [] };
  const entry: ReleasedChanges = {
    version: after.info.version,
    date,
    since: before?.info.version ?? null,
    ...(breaking && { breaking }),
    ...changes,
  };
  await writeFile(file, `${JSON.stringify([entry, ...(await readChanges(file))], null, 2)}\n`);
}

/**
 * The changelog of a contract in Markdown: unreleased changes first, then the earlier releases.
 * @param released the file of the released contract
 * @returns undefined if nothing has been released
 */
export async function changelogText(document: ApiDocument, released: string): Promise<string | undefined> {
  const last = await readReleased(released);
  if (!last) return undefined;
  const releases = await readChanges(changesFile(released));
  const coming = listChanges(last, document);
  const hasComing = Object.values(coming).some((list) => list.length > 0);
  const unlisted = releases.length > 0 ? (releases.at(-1)?.since ?? null) : last.info.version;
  const sections = [
    ...(hasComing ? [releaseText(`${document.info.version}, not released yet`, coming)] : []),
    ...releases.map((one) =>
      releaseText(`${one.version}, ${one.date}`, one, one.since === null ? "The first release." : undefined),
    ),
    ...(unlisted === null ? [] : [`## ${unlisted}\n\nThe last release before this list.`]),
  ];
  return ["# Changelog", ...sections].join("\n\n");
}

async function readChanges(file: string): Promise<ReleasedChanges[]> {
  return (await readList(file)) as ReleasedChanges[];
}

/** A section about one version. */
export function releaseText(
  title: string,
  { breaking = [], added, removed, deprecated }: ContractChanges & { breaking?: string[] },
  unchanged = "Nothing has changed but texts.",
): string {
  const lists = [
    ["Breaking", breaking],
    ["New", added],
    ["Removed", removed],
    ["Deprecated", deprecated],
  ] as const;
  const parts = lists.flatMap(([name, list]) =>
    list.length > 0 ? [`**${name}**`, list.map((one) => `- ${one}`).join("\n")] : [],
  );
  return [`## ${title}`, ...(parts.length > 0 ? parts : [unchanged])].join("\n\n");
}
