import { inCalls, inHandlers, type Mistake } from "./mistakes.ts";

const header = `import { createApi, createApiClient } from "./generated/client.ts";
import type { Handlers, Input, Output } from "./generated/operations.ts";
import type { Ship } from "./generated/types.ts";
`;

const signature = 'function addShip(input: Input<"addShip", string>): Promise<Output<"addShip">>';

const handler = (body: string) => `export async ${signature} {\n${body}\n}\n`;

const call = (body: string) => `const api = createApi(createApiClient());
export async function call() {
${body}
}
`;

const all = [
  ...inHandlers.map((mistake) => ({ ...mistake, isCall: false })),
  ...inCalls.map((mistake) => ({ ...mistake, isCall: true })),
];

/** A file for each mistake, by name. */
export const mistakeFiles = Object.fromEntries(
  all.map(({ code, isCall }, index) => [`mistake-${index}.ts`, header + textOf(code, isCall)]),
);

export type CompilerMessages = [version: string, texts: string[]];

function textOf(code: string, isCall: boolean): string {
  if (isCall) return call(code);
  const ship = 'const ship: Ship = { id: 1, name: "Ada" };\n';
  return ship + (code.startsWith("return") ? handler(code) : `export declare ${signature};\n${code}\n`);
}

/** The messages of one compiler, for each mistake, from its output without colours. */
export function messagesIn(output: string): string[] {
  const found = output.split(/^(?=\S+\.ts\(\d+,\d+\): )/m);
  return all.map((_, index) =>
    found
      .filter((one) => one.startsWith(`mistake-${index}.ts(`))
      .map((one) => one.replace(/^\S+: error TS\d+: /, "").trimEnd())
      .join("\n"),
  );
}

/**
 * The page of all messages.
 * @param messages of each compiler, in the order of the mistakes
 */
export function messagesPage(messages: CompilerMessages[]): string {
  const section = (mistakes: Mistake[], first: number) =>
    mistakes.map((mistake, index) => mistakeText(mistake, messages, first + index)).join("\n");
  return `# What the compiler says

TypeScript's messages for ten typical mistakes. \`npm run test:consumers\` compares them with those of the compilers.

## In handlers

${section(inHandlers, 0)}
## In calls

${section(inCalls, inHandlers.length)}`;
}

function mistakeText({ title, code }: Mistake, messages: CompilerMessages[], index: number): string {
  const versions = Map.groupBy(messages, ([, texts]) => texts[index] ?? "");
  const said = [...versions].map(
    ([message, of]) =>
      `TypeScript ${listed(of.map(([version]) => version))}:\n\n\`\`\`text\n${message}\n\`\`\`\n`,
  );
  return `### ${title}\n\n\`\`\`ts\n${code}\n\`\`\`\n\n${said.join("\n")}`;
}

function listed(words: string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : `${words[0]}`;
}
