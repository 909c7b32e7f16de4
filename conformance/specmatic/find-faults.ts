import type { DocumentOperation } from "../../toolkit/server/document/document.ts";
import { type Fault, faults } from "../proxy/faults.ts";
import { correct, type RunningServers, startServers } from "../proxy/start-servers.ts";
import { type Report, runSpecmatic } from "./run-tests.ts";
import type { Input } from "./write-input.ts";

/** Generated values differ from run to run, so a correct server is tested several times. */
export const runsOfCorrect = 3;
/** Each is a JVM. */
const concurrentRuns = 2;

export interface Result {
  /** Of the correct server. */
  reports: Report[];
  found: Set<string>;
}

/**
 * Tests the correct server and each faulty one.
 * @param generated the document's operations, to generate tests for those of a fault; without them, only examples are sent
 */
export async function findFaults(
  servers: RunningServers,
  input: Input,
  generated?: DocumentOperation[],
): Promise<Result> {
  const resiliency = generated !== undefined;
  const reports: Report[] = [];
  for (let number = 0; number < runsOfCorrect; number += 1) {
    const options = { resiliency };
    reports.push(await withServers(({ url }) => runSpecmatic(url(correct), input, options)));
  }
  // A document or an example that Specmatic refuses ends the run with one failure.
  if (reports.some(({ tests }) => tests === 1)) throw new Error("Specmatic refuses the document.");
  const expected = new Set(reports.flatMap(({ kinds }) => [...kinds]));
  const found = new Set<string>();
  const waiting = [...faults];
  const runNext = async () => {
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
      const filter = generated && filterOf(fault, generated);
      const { kinds } = await runSpecmatic(servers.url(fault.name), input, { resiliency, filter });
      if ([...kinds].some((kind) => !expected.has(kind))) found.add(fault.name);
    }
  };
  await Promise.all(Array.from({ length: concurrentRuns }, runNext));
  return { reports, found };
}

/** The operations whose exchanges show a fault; undefined if the document hasn't got them. */
function filterOf(fault: Fault, operations: DocumentOperation[]): string | undefined {
  const parts = operations
    .filter(({ operationId }) => fault.operations.includes(operationId))
    .map(({ method, path: template }) => `(PATH='${template}' && METHOD='${method.toUpperCase()}')`);
  return parts.length > 0 ? parts.join(" || ") : undefined;
}

export async function withServers<T>(use: (servers: RunningServers) => Promise<T>): Promise<T> {
  const servers = await startServers("Express");
  try {
    return await use(servers);
  } finally {
    await servers.stop();
  }
}
