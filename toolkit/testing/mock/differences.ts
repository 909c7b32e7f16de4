/** An intended difference between the mock and the server, which comparisons of the two must allow for. */
export interface Difference {
  mock: string;
  server: string;
  reason: string;
  /** Statuses that only one of them answers by default; the mock needs `Prefer` for them. */
  statuses?: readonly number[];
  /** Headers that only one of them sends, or whose values differ; a trailing `*` matches by prefix. */
  headers?: readonly string[];
  /** Query parameters and request headers that only the mock understands. */
  parameters?: readonly string[];
  /** Whether one of the responses violates the document. */
  undocumented?: true;
}

export const differences = {
  anyCredential: {
    mock: "Takes any credential of the right form; one that is missing is 401.",
    server: "Knows its credentials, and what their holders may do.",
    reason: "A mock has no one to know.",
    statuses: [401, 403],
  },
  noState: {
    mock: "Answers every id with the same example, and forgets what it is sent.",
    server: "Finds or doesn't find what is named, and keeps what is sent.",
    reason: "A document says how answers look, not what they depend on.",
    statuses: [404, 409],
  },
  anyTag: {
    mock: "Takes any `If-Match`; `Prefer: code=412` has it refuse one.",
    server: "Answers 412 where a GET would have another tag now.",
    reason: "What a change leaves behind is for its handler to compare, and the mock has none.",
    statuses: [412],
  },
  noCounting: {
    mock: "Shows the document's limits, and every request as the first of its window.",
    server: "Counts, and answers 429 when a limit is used up.",
    reason: "Test runs and reloading pages would meet the limit.",
    statuses: [429],
    headers: ["RateLimit*"],
  },
  forcedAnswers: {
    mock: "Reads what to answer from the request; what the document doesn't have is a problem of Prism's.",
    server: "Ignores the header, and treats the parameters as any that it doesn't know.",
    reason: "That is what the mock is for.",
    parameters: ["Prefer", "__code", "__example", "__dynamic", "__seed", "__server"],
  },
  documentedRefusals: {
    mock: "Refuses with the document's own example of an error, unless the document lists the server's codes in `x-error-schema`.",
    server: "Says in each error what is wrong with the request.",
    reason: "Someone who develops against the mock expects the errors of an API that has words of its own.",
  },
  anyOrigin: {
    mock: "Lets pages of every origin call it.",
    server: "Sends nothing for other origins; what their browsers ask about an unknown address is 404.",
    reason: "A page under development calls the mock itself; keys of the real service don't belong in pages.",
    statuses: [404],
    headers: ["Access-Control-*", "Vary"],
  },
  ownPages: {
    mock: "Lists at / what it answers, and has a page in the place of sites that answers lead to.",
    server: "Has other pages of its own, such as /healthz.",
    reason: "They aren't in the document.",
    statuses: [404],
    undocumented: true,
  },
  negotiatedMediaType: {
    mock: "Chooses by Accept where a response has several media types.",
    server: "Answers what its handler chose.",
    reason: "The mock has no handler.",
    headers: ["Content-Type"],
  },
} as const satisfies Record<string, Difference>;
