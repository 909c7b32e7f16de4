import { type DocumentedPage, documentedPage } from "./documented-page.ts";
import { nextPage, pageAt } from "./next-page.ts";

/**
 * Where a following page is: its URL, or the values of parameters by place and name. JSON, so that it can be stored.
 */
export type NextPage =
  | { url: string; parameters?: undefined }
  | { parameters: Record<string, Record<string, unknown>>; url?: undefined };

/**
 * Finds the following page; undefined on the last one.
 * @param url of the page that was answered
 * @throws if the next page has another origin
 */
export type FindNext = (answer: { data?: unknown; response: Response }, url: string) => NextPage | undefined;

/** By the header `Link: <…>; rel="next"`. */
export const byLink: FindNext = ({ response }, url) => {
  const linked = nextPage(response.headers, url);
  return linked && { url: linked.href };
};

/** By the header `Link`, or else as the document describes it. */
export function byDocument(documented: DocumentedPage): FindNext {
  return (answer, url) => {
    const linked = byLink(answer, url);
    const following = linked ? undefined : documentedPage(documented, answer);
    if (!following) return linked;
    return following.target === undefined
      ? { parameters: following.parameters }
      : { url: pageAt(following.target, url).href };
  };
}
