import path from "node:path";
import { addressOf } from "./pages.ts";

export interface LinkTargets {
  /** The Markdown files that are pages, relative to the repository's folder. */
  pages: Set<string>;
  /** The repository's address, for files that aren't pages. */
  repository: string;
}

/**
 * The address on the site of a link that GitHub follows in the repository.
 * @param from the file with the link, relative to the repository
 */
export function siteLink(href: string, from: string, { pages, repository }: LinkTargets): string {
  if (/^([a-z]+:|#|\/)/i.test(href)) return href;
  const [target = "", hash] = href.split("#");
  const file = path.posix.join(path.posix.dirname(from), decodeURI(target));
  const page = [file, path.posix.join(file, "README.md")].find((one) => pages.has(one));
  const end = hash === undefined ? "" : `#${hash}`;
  return page === undefined ? `${repository}/blob/main/${file}${end}` : `${addressOf(page)}${end}`;
}
