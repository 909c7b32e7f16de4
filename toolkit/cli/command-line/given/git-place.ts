import { execFileSync } from "node:child_process";
import path from "node:path";
import { readSpec } from "@counterpart/server/source";
import { UsageError } from "@counterpart/testing/errors";
import { type DocumentPlace, elsewhere, noSuchFile } from "./elsewhere.ts";

/** No file is here. */
const top = path.resolve("/", "git:");

const maxBytes = 2 ** 26;

/**
 * A document in a commit, in git's notation: `main:spec/openapi.yaml` from the top of the repository, or
 * `main:./openapi.yaml` from the working directory. Files that it refers to are of the same commit.
 * @returns undefined if the text isn't such a place
 */
export function gitPlace(given: string): DocumentPlace | undefined {
  // A name that begins with a dash would be an option of git; a single letter is a drive.
  const [, revision, file] = /^([^-:\\][^:]+):([^:]+)$/.exec(given) ?? [];
  if (revision === undefined || file === undefined) return undefined;
  const repository = git("rev-parse", "--show-toplevel")?.trim();
  if (repository === undefined) {
    throw new UsageError(`${given} doesn't exist, and this folder isn't in a git repository.`);
  }
  const commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{tree}`)?.trim();
  if (commit === undefined) {
    throw new UsageError(
      `${given} doesn't exist, and git knows no commit "${revision}". A shallow clone has to fetch it first.`,
    );
  }
  const inRepository = (place: string) => path.join(top, path.relative(repository, path.resolve(place)));
  const root = /^\.\.?\//.test(file) ? inRepository(file) : path.join(top, file);
  const nameOf = (place: string) => path.relative(top, place).replaceAll(path.sep, "/");
  const read = (place: string): string => {
    const text = git("cat-file", "blob", `${commit}:${nameOf(place)}`);
    if (text === undefined) throw noSuchFile();
    return text;
  };
  if (git("cat-file", "-e", `${commit}:${nameOf(root)}`) === undefined) {
    throw new UsageError(`${revision} has no file ${nameOf(root)}.`);
  }
  return {
    name: given,
    async read({ allowFolders = [], ...options }) {
      const folders = [path.dirname(root), ...allowFolders.map(inRepository)];
      const name = (place: string) => `${revision}:${nameOf(place)}`;
      return readSpec(root, { ...options, elsewhere: elsewhere(top, folders, { read, name }) });
    },
  };
}

/** The output of git; undefined if it fails. */
function git(...args: string[]): string | undefined {
  try {
    return execFileSync("git", args, {
      encoding: "utf8",
      maxBuffer: maxBytes,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return undefined;
  }
}
