import { compareWithExpected, type ExpectedFailures } from "../compare-with-expected.ts";
import { markdownTable } from "../markdown-table.ts";
import { readExpected } from "../read-expected.ts";
import { type Case, outcomes, type SuiteResult } from "../suite-result.ts";
import { judged } from "./judged.ts";
import type { Faults } from "./other-clients.ts";

const suite = "typespec-other-clients";

/** The section about other clients, and how their results differ from `expected/typespec-other-clients.json`. */
export async function reportOtherClients(
  own: Case[],
  clients: Map<string, Faults>,
): Promise<Pick<SuiteResult, "more" | "problems">> {
  const expressible = own.filter(({ outcome }) => outcome !== "not expressible");
  const raw = [...clients].flatMap(([client, faults]) =>
    expressible.map(({ name }): Case => {
      const detail = faults.get(name);
      const known = {
        name: `${client}: ${name}`,
        outcome: detail === undefined ? "passed" : "silently wrong",
      } as const;
      return detail === undefined ? known : { ...known, detail };
    }),
  );
  const cases = await judged(suite, raw);
  const expected = await readExpected(suite);
  const results = [...clients.keys()].map((client): [string, Case[]] => [
    client,
    [
      ...cases.filter(({ name }) => name.startsWith(`${client}: `)),
      ...own.filter((one) => !expressible.includes(one)),
    ],
  ]);
  return {
    more: {
      title: "TypeSpec, clients of others",
      text: [
        introduction,
        markdownTable(
          ["client", ...outcomes],
          [["Counterpart", own] as [string, Case[]], ...results].map(countsOf),
        ),
        "What the other clients do differently, by the number of scenarios:",
        markdownTable(["", ...clients.keys()], expected.map(rowOf([...clients.keys()]))),
      ].join("\n\n"),
    },
    problems: compareWithExpected(cases, expected),
  };
}

const introduction = `Other clients that are generated from the same documents send the scenarios' requests to Spector's mock server, which checks
them. What a call returns is compared with what the server sent. The same scenarios are not expressible for all clients.
"reported" means here that the client throws or returns an error, or that it can't be called.

Each client gets the arguments that its types ask for, and no code that a user adds. So openapi-fetch gets the media types, but no
\`bodySerializer\` or \`querySerializer\`, which its users write for other bodies than JSON and for other styles. hey-api would send XML,
files and JSON Lines unchanged, in 30 scenarios, with \`bodySerializer: null\`, which the document doesn't ask for. Redocly's client gets a
\`FormData\` where its types ask for it. XML is passed as text, as Counterpart's types ask for; those of the others ask for objects.
A stream that arrives as bytes or text counts as read.`;

function countsOf([client, cases]: [string, Case[]]): unknown[] {
  return [client, ...outcomes.map((wanted) => cases.filter(({ outcome }) => outcome === wanted).length)];
}

function rowOf(clients: string[]) {
  return ({ outcome, reason, cases }: ExpectedFailures): unknown[] => [
    `${outcome}: ${reason}`,
    ...clients.map((client) => cases.filter((name) => name.startsWith(`${client}: `)).length),
  ];
}
