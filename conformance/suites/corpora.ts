import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { emitFiles } from "../../toolkit/cli/generate/emit-files.ts";
import type { ApiDocument } from "../../toolkit/server/document/document.ts";
import { readSpec } from "../../toolkit/server/document/source/read-spec.ts";
import { UnreadableSpec } from "../../toolkit/server/document/source/unreadable-spec.ts";
import { type Asked, askOperations } from "../corpora/ask-operations.ts";
import { compileProjects, writeProject } from "../corpora/compile-projects.ts";
import { findDocuments } from "../corpora/find-documents.ts";
import { markdownTable } from "../markdown-table.ts";
import type { Case, SuiteResult } from "../suite-result.ts";

interface Row {
  corpus: string;
  name: string;
  operations: number;
  isRefused: boolean;
  isCompiled: boolean;
  asked?: Asked;
  wrong: string[];
}

/**
 * Each document of the corpora is either refused with a place, or what is generated from it compiles and its server answers
 * every operation as documented.
 * @param folders separated like those of PATH
 */
export default async function run(folders = ""): Promise<SuiteResult> {
  const work = await mkdtemp(path.join(tmpdir(), "corpora-"));
  try {
    const rows: Row[] = [];
    const projects = new Map<string, Row>();
    for (const folder of folders.split(path.delimiter)) {
      for (const file of await findDocuments(folder)) {
        const name = path.relative(path.dirname(folder), file).replaceAll(path.sep, "/");
        const row: Row = {
          corpus: corpusOf(folder, file),
          name,
          operations: 0,
          isRefused: false,
          isCompiled: false,
          wrong: [],
        };
        rows.push(row);
        const project = String(rows.length);
        const document = await generated(file, path.join(work, project), row);
        if (document === undefined) continue;
        projects.set(project, row);
        row.operations = document.operations.length;
        row.asked = await askOperations(path.join(work, project), document).catch((error) => ({
          served: 0,
          reported: [],
          wrong: [`The server doesn't start: ${error.message}`],
        }));
        row.wrong.push(...row.asked.wrong);
      }
    }
    const errors = await compileProjects(work);
    for (const [project, row] of projects) {
      row.isCompiled = !errors.has(project);
      row.wrong.push(...(errors.get(project) ?? []));
    }
    return {
      suite: "Documents of others",
      version: `${rows.length} documents`,
      cases: rows.map(caseOf),
      more: { title: "Documents of others", text: tableOf(rows) },
    };
  } finally {
    await rm(work, { recursive: true });
  }
}

/** Undefined if the document is refused. */
async function generated(file: string, folder: string, row: Row): Promise<ApiDocument | undefined> {
  try {
    const { document, files } = emitFiles(readSpec(file), { builds: true });
    await writeProject(folder, document, files);
    return document;
  } catch (error) {
    row.isRefused =
      error instanceof UnreadableSpec || /^None of the document's operations/.test((error as Error).message);
    if (!row.isRefused) row.wrong.push((error as Error).stack ?? String(error));
    return undefined;
  }
}

/** Below a folder with several corpora, each subfolder is one. */
function corpusOf(folder: string, file: string): string {
  const [first = ""] = path.relative(folder, file).split(path.sep);
  return `${path.basename(folder)}/${first.includes(".") ? "" : first}`;
}

function caseOf({ name, wrong }: Row): Case {
  return wrong.length === 0
    ? { name, outcome: "passed" }
    : { name, outcome: "silently wrong", detail: wrong.slice(0, 5).join("\n  ") };
}

function tableOf(rows: Row[]): string {
  const head = [
    "corpus",
    "documents",
    "refused",
    "operations",
    "compiled",
    "served",
    "reported",
    "silently wrong",
  ];
  const lines = [...Map.groupBy(rows, ({ corpus }) => corpus)].map(([corpus, all]) => [
    corpus,
    all.length,
    count(all, ({ isRefused }) => isRefused),
    sum(all, ({ operations }) => operations),
    count(all, ({ isCompiled }) => isCompiled),
    sum(all, ({ asked }) => asked?.served ?? 0),
    sum(all, ({ asked }) => asked?.reported.length ?? 0),
    sum(all, ({ wrong }) => wrong.length),
  ]);
  return markdownTable(head, lines);
}

function count(rows: Row[], isCounted: (row: Row) => boolean): number {
  return rows.filter(isCounted).length;
}

function sum(rows: Row[], numberOf: (row: Row) => number): number {
  return rows.reduce((total, row) => total + numberOf(row), 0);
}
