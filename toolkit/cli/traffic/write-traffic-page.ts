import { writeFile } from "node:fs/promises";
import {
  type ListedFinding,
  type TrafficReport,
  trafficPage,
} from "@counterpart/testing/proxy/summary/traffic-page";
import { hasPassed, type Result } from "./traffic-text.ts";

/** Writes the report of a run as an HTML page. */
export async function writeTrafficPage(
  file: string,
  result: Result,
  parts: Pick<TrafficReport, "document" | "server" | "traffic">,
): Promise<void> {
  const { open, accepted, advice, others, remarks } = result;
  const findings: ListedFinding[] = [
    ...open,
    ...accepted.map((one) => ({ ...one, accepted: `until ${one.until}: ${one.reason}` })),
    ...advice,
  ];
  const further = others > 0 ? [`${others} findings of further kinds aren't listed.`] : [];
  const page = trafficPage({
    ...parts,
    findings,
    passed: hasPassed(result),
    remarks: [...further, ...remarks],
  });
  await writeFile(file, page);
}
