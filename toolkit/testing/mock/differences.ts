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
    mock: "Accepts any credential of the right form. Answers 401 if it is missing.",
    server: "Checks credentials and permissions.",
    reason: "The mock has no accounts.",
    statuses: [401, 403],
  },
  noState: {
    mock: "Answers every id with the same example, and stores nothing.",
    server: "Looks up ids, and stores data.",
    reason: "A document describes the form of answers, not what they depend on.",
    statuses: [404, 409],
  },
  anyTag: {
    mock: "Accepts any `If-Match`. `Prefer: code=412` selects a refusal.",
    server: "Answers 412 if the resource now has another tag.",
    reason: "Only a handler can compare the resource, and the mock has none.",
    statuses: [412],
  },
  noCounting: {
    mock: "Sends the document's limits, and counts every request as the first of its window.",
    server: "Counts requests, and answers 429 when a limit is exceeded.",
    reason: "Test runs and page reloads would exceed the limit.",
    statuses: [429],
    headers: ["RateLimit*"],
  },
  forcedAnswers: {
    mock: "Chooses the response that the request asks for. If the document has no such response, Prism's error is sent.",
    server: "Ignores the header, and treats the parameters as unknown ones.",
    reason: "Choosing answers is the purpose of the mock.",
    parameters: ["Prefer", "__code", "__example", "__dynamic", "__seed", "__server"],
  },
  documentedRefusals: {
    mock: "Refuses with the document's own example of an error, unless the document lists the server's codes in `x-error-schema`.",
    server: "Describes in each error what is wrong with the request.",
    reason: "Clients developed against the mock expect the API's own error texts.",
  },
  anyOrigin: {
    mock: "Allows pages of every origin to call it.",
    server: "Sends no CORS headers to other origins. A preflight request for an unknown address is 404.",
    reason:
      "A page under development calls the mock directly. Keys of the real service don't belong in pages.",
    statuses: [404],
    headers: ["Access-Control-*", "Vary"],
  },
  ownPages: {
    mock: "Lists its responses at /, has forms to send requests, and placeholder pages for the sites that responses link to.",
    server: "Has other pages, such as /healthz.",
    reason: "They aren't in the document.",
    statuses: [404],
    undocumented: true,
  },
  negotiatedMediaType: {
    mock: "Chooses by Accept if a response has several media types.",
    server: "The handler chooses.",
    reason: "The mock has no handler.",
    headers: ["Content-Type"],
  },
} as const satisfies Record<string, Difference>;
