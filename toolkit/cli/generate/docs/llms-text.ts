import {
  type ApiDocument,
  docsFiles,
  operationOf,
  type RawDocument,
  resolveIn,
} from "@counterpart/server/document";
import { operationAddress, sectionAddress } from "./page-sections.ts";
import type { Reference } from "./reference-document.ts";

/**
 * The reference for language models (llmstxt.org): the API's purpose, and links to the document and to the
 * page's sections and operations. URLs are relative to the page.
 */
export function llmsText(
  document: ApiDocument,
  { introduction, sections }: Pick<Reference, "introduction" | "sections">,
): string {
  const { info, operations } = document;
  const summary = info.summary ?? firstSentence(introduction);
  return [
    `# ${info.title}`,
    `> ${oneLine(summary === "" ? `The reference of ${info.title}.` : summary)}`,
    ...(introduction.trim() === "" ? [] : [introduction.trim()]),
    list("Document", [
      `[OpenAPI document, JSON](${docsFiles.json}): version ${info.version}, complete: schemas, examples, errors`,
      `[OpenAPI document, YAML](${docsFiles.yaml}): the same`,
    ]),
    list(
      "Guides",
      sections.map(({ title }) => `[${title}](docs${sectionAddress(title)})`),
    ),
    list(
      "Operations",
      operations.map((one) => linkLine(one, `${one.method.toUpperCase()} ${one.path}`)),
    ),
    list("Webhooks", webhookLines(document)),
  ]
    .filter((block) => block !== "")
    .join("\n\n")
    .concat("\n");
}

/** Omits callbacks, which are documented with their operations. */
function webhookLines({ source, outgoing }: ApiDocument): string[] {
  const raw = source as RawDocument;
  return outgoing.flatMap(({ name, item, operation }) => {
    const pathItem = raw.webhooks?.[item];
    if (pathItem === undefined) return [];
    const operationId = operationOf(resolveIn(raw, pathItem), operation.method)?.operationId;
    const tags = operation.tags.length > 0 ? operation.tags : ["webhooks"];
    return [linkLine({ ...operation, tags, operationId }, name)];
  });
}

function list(title: string, lines: string[]): string {
  return lines.length === 0 ? "" : [`## ${title}`, "", ...lines.map((line) => `- ${line}`)].join("\n");
}

function linkLine(
  operation: { summary?: string; tags: string[]; operationId?: string },
  name: string,
): string {
  const link = `[${name}](docs${operationAddress(operation) ?? ""})`;
  return operation.summary === undefined ? link : `${link}: ${operation.summary}`;
}

function firstSentence(text: string): string {
  return /^[\s\S]*?[.!?](?=\s|$)/.exec(text.trim())?.[0] ?? text.trim();
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, " ");
}
