import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ApiDocument } from "../../toolkit/server/document/document.ts";
import { readDocument } from "../../toolkit/server/document/read-document.ts";
import { readSpec } from "../../toolkit/server/document/source/read-spec.ts";
import { pathReader } from "../../toolkit/testing/judge/document/find-operation.ts";
import type { Exchange } from "../../toolkit/testing/judge/exchange.ts";
import { createJudge, type Judge } from "../../toolkit/testing/judge/judge.ts";
import { ruleNames } from "../../toolkit/testing/judge/rules.ts";
import type { TrafficFinding } from "../../toolkit/testing/judge/traffic-finding.ts";
import { startProxy } from "../../toolkit/testing/proxy/start-proxy.ts";
import type { Case, SuiteResult } from "../suite-result.ts";
import { judged } from "../typespec/judged.ts";
import { typespecVersion } from "../typespec/packages.ts";
import { readScenarios } from "../typespec/scenarios.ts";
import { emitDocuments } from "../typespec/services.ts";
import { knock, startMockServer } from "../typespec/spector.ts";

interface Version {
  document: ApiDocument;
  judge: Judge;
  read: ReturnType<typeof pathReader>;
}

/** Spector's client sends every scenario's requests to Spector's server, through our proxy, which should find nothing. */
export default async function run(): Promise<SuiteResult> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-typespec-"));
  const mock = await startMockServer(folder);
  try {
    const folders = [...new Set((await readScenarios()).map((scenario) => scenario.folder))];
    const versions = new Map<string, Version[]>();
    for (const name of folders) versions.set(name, await readVersions(name, folder));
    const findings = new Map<string, TrafficFinding[]>();
    const [first] = [...versions.values()].flat();
    if (!first) throw new Error("There is no document.");
    const proxy = await startProxy({
      document: first.document,
      // Which document an exchange belongs to is known below.
      judge: createJudge(first.document, { off: ruleNames }),
      to: mock.url,
      onExchange({ exchange: { response, ...rest } }) {
        if (response) note({ ...rest, response });
      },
    });
    await knock(proxy.url).finally(() => proxy.close());
    const cases = folders.map((name) => caseOf(name, findings.get(name) ?? []));
    return {
      suite: "TypeSpec, proxy",
      version: await typespecVersion(),
      cases: await judged("typespec-proxy", cases),
    };

    /** An exchange that fits one version of its service is right. */
    function note(exchange: Exchange): void {
      const { method, target } = exchange.request;
      const pathname = target.split("?")[0] ?? target;
      for (const [name, all] of versions) {
        const errors = all
          .filter(({ read }) => read(method, pathname))
          .map(({ judge }) => judge.exchange(exchange).filter(({ severity }) => severity === "error"));
        const [found] = errors;
        if (!found || errors.some((one) => one.length === 0)) continue;
        findings.set(name, [...(findings.get(name) ?? []), ...found]);
      }
    }
  } finally {
    await mock.stop();
    await rm(folder, { recursive: true });
  }
}

async function readVersions(name: string, folder: string): Promise<Version[]> {
  const file = path.join(folder, "document.json");
  const versions: Version[] = [];
  for (const source of await emitDocuments(name)) {
    await writeFile(file, JSON.stringify(source));
    const document = readDocument(readSpec(file).raw);
    versions.push({ document, judge: createJudge(document), read: pathReader(document) });
  }
  return versions;
}

function caseOf(name: string, findings: TrafficFinding[]): Case {
  const kinds = new Set(findings.map(({ kind, message }) => `${kind}: ${message}`));
  return { name, outcome: kinds.size === 0 ? "passed" : "silently wrong", detail: [...kinds].join("\n  ") };
}
