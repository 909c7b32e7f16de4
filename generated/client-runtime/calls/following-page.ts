// Copied by `counterpart generate`. Don't edit: it is overwritten.

import { type DocumentedPage, documentedPage } from "./documented-page.ts";
import { nextPage, pageAt } from "./next-page.ts";

/**
 * Where a following page is: its URL, or the values of parameters by place and name. JSON, so that it can be stored.
 */
export type NextPage =
  | { url: string; parameters?: undefined }
  | { parameters: Record<string, Record<string, unknown>>; url?: undefined };

/**
 * By the header `Link`, or else as the document describes it; undefined on the last page.
 * @param url of the page that was answered
 * @throws if the next page has another origin
 */
export function followingPage(
  answer: { data?: unknown; response: Response },
  url: string,
  documented: DocumentedPage | undefined,
): NextPage | undefined {
  const linked = nextPage(answer.response.headers, url);
  if (linked) return { url: linked.href };
  const following = documented && documentedPage(documented, answer);
  if (!following) return undefined;
  return following.target === undefined
    ? { parameters: following.parameters }
    : { url: pageAt(following.target, url).href };
}
