import type { ApiDocument } from "@counterpart/server/document/document";
import { docsFiles } from "@counterpart/server/document/generated-files";
import { operationOf } from "@counterpart/server/document/path-item";
import { type RawDocument, resolveIn } from "@counterpart/server/document/references";

/**
 * The reference for language models (llmstxt.org): the API's purpose, and links to the document and to the
 * page's sections and operations. URLs are relative to the page.
 * @param description of the page, in Markdown
 */
export function llmsText(document: ApiDocument, description: string): string {
  const { info, operations } = document;
  const [introduction = ""] = description.split(/^# /m);
  const summary = info.summary ?? firstSentence(introduction);
  const sections = [...withoutCode(description).matchAll(/^# (.+)$/gm)].map(([, title = ""]) => title.trim());
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
      sections.map((title) => `[${title}](docs#/section/${slug(title)})`),
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

/** The page lists operations under their first tag. */
function linkLine(
  { summary, tags: [tag], operationId }: { summary?: string; tags: string[]; operationId?: string },
  name: string,
): string {
  const steps = tag === undefined ? [] : [tag, ...(operationId === undefined ? [] : [operationId])];
  const link = `[${name}](docs${steps.length > 0 ? "#/" : ""}${steps.map(slug).join("/")})`;
  return summary === undefined ? link : `${link}: ${summary}`;
}

/** Matches the page's own heading anchors. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");
}

function firstSentence(text: string): string {
  return /^[\s\S]*?[.!?](?=\s|$)/.exec(text.trim())?.[0] ?? text.trim();
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, " ");
}

/** Removes code blocks, where `# ` begins a comment and no heading. */
function withoutCode(text: string): string {
  return text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, "");
}
