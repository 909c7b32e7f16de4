import type { CallInit } from "../call-traits.ts";
import type { NextPage } from "./next-page.ts";

/** One page, and how to find the next. */
interface Page {
  answer: unknown;
  next: () => NextPage | undefined;
}

type Call = (method: string, path: string, init: CallInit, page?: URL) => Promise<Page>;

/** The functions of a client that follow lists from page to page. */
export type PagesOf = (call: Call) => {
  pages: (path: string, init?: CallInit) => AsyncGenerator<unknown, void, undefined>;
  page: (
    path: string,
    init?: CallInit,
    at?: NextPage,
  ) => Promise<{ answer: unknown; next?: NextPage | undefined }>;
};

/** `pages` iterates over a list's pages; `page` gets one for queries, which take them one at a time. */
export const pagesOf: PagesOf = (call) => {
  function pageAt(path: string, init: CallInit, at?: NextPage): Promise<Page> {
    const given = at?.parameters ? { ...init, params: withValues(init.params, at.parameters) } : init;
    return call("GET", path, given, at?.url ? new URL(at.url) : undefined);
  }
  return {
    async *pages(path, init = {}) {
      for (let at: NextPage | undefined; ; ) {
        const { answer, next } = await pageAt(path, init, at);
        yield answer;
        at = next();
        if (!at) return;
      }
    },
    async page(path, init = {}, at) {
      const { answer, next } = await pageAt(path, init, at);
      return { answer, next: next() };
    },
  };
};

function withValues(given: CallInit["params"] = {}, values: Record<string, Record<string, unknown>>) {
  const places = Object.entries(values).map(([place, own]) => [
    place,
    { ...given[place as keyof typeof given], ...own },
  ]);
  return { ...given, ...Object.fromEntries(places) };
}
