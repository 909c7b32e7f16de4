import { type DocumentedPage, documentedPage } from "./documented-page.ts";
import { type NextPage, nextPage } from "./next-page.ts";

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
  return (answer, url) => byLink(answer, url) ?? documentedPage(documented, answer, url);
}
