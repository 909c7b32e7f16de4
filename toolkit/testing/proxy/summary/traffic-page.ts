import type { ApiDocument } from "@counterpart/server/document";
import { html } from "hono/html";
import { type Html, reportPage, verb } from "../../coverage/report/report-page.ts";
import { counted } from "../../judge/counted.ts";
import type { ProxyFinding } from "../observer.ts";
import type { OperationCount, SlowResponse, TrafficCount, UnmatchedCount } from "./count-traffic.ts";

/** All findings of one kind. */
export interface ListedFinding {
  finding: ProxyFinding;
  count: number;
  /** A shell command that sends the first request again, without credentials. */
  sample: string;
  /** Why it doesn't count. */
  accepted?: string;
}

export interface TrafficReport {
  document: Pick<ApiDocument, "info" | "leftOut">;
  /** The address of the server. */
  server: string;
  traffic: TrafficCount;
  findings: ListedFinding[];
  passed: boolean;
  /** Further sentences about the run. */
  remarks: string[];
}

/** What passed between clients and a server, as an HTML page without scripts or external resources. */
export function trafficPage({ document, server, traffic, findings, passed, remarks }: TrafficReport): string {
  const { title, version } = document.info;
  const open = findings.filter(counts).length;
  const called = traffic.operations.filter(({ requests }) => requests > 0).length;
  const notes = [
    ...remarks,
    ...document.leftOut.map(({ pointer }) => `${pointer} of the document can't be checked.`),
  ];
  const isOf = (operationId: string | undefined) => (one: ListedFinding) =>
    one.finding.operationId === operationId;
  const others = findings.filter(isOf(undefined));
  return reportPage({
    title: `Traffic: ${title} ${version}`,
    heading: `Traffic of ${title} ${version}`,
    figure: html`${open}`,
    passed,
    verdict: html`<strong>${counted(open, "kind")} of finding${open !== 1 && "s"}.</strong> ${counted(traffic.requests, "request")} to ${server}; ${called} of ${counted(traffic.operations.length, "operation")} called.`,
    content: html`${notes.length > 0 && html`<ul class="remarks">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
<table class="stacked">
<thead><tr><th scope="col">Operation</th><th scope="col">Requests</th><th scope="col">Statuses</th><th scope="col">Never occurred</th><th scope="col">Findings</th></tr></thead>
<tbody>${traffic.operations.map((one, index) => overviewRow(one, index, findings.filter(isOf(one.operation.operationId))))}</tbody>
</table>
${traffic.operations.map((one, index) => operationSection(one, index, findings.filter(isOf(one.operation.operationId))))}
${traffic.unmatched.length > 0 && unmatchedSection(traffic)}
${others.length > 0 && html`<h2>Findings outside the operations</h2>${findingList(others)}`}
${traffic.slowest.length > 0 && slowestSection(traffic.slowest)}`,
  });
}

function counts({ finding, accepted }: ListedFinding): boolean {
  return finding.severity === "error" && accepted === undefined;
}

function overviewRow(count: OperationCount, index: number, findings: ListedFinding[]): Html {
  const { operation, requests } = count;
  const open = findings.filter(counts).length;
  const never = count.responses.filter((response) => response.count === 0);
  return html`<tr>
<th scope="row"><a href="#operation-${index}">${verb(operation.method.toUpperCase())}<code>${operation.path}</code></a></th>
<td data-label="Requests">${requests > 0 ? requests : html`<span class="chip bad">never called</span>`}</td>
<td data-label="Statuses">${statusChips(count)}</td>
<td data-label="Never occurred">${never.length > 0 ? never.map(({ key }) => html`<span class="chip bad">${key}</span> `) : none}</td>
<td data-label="Findings">${open > 0 ? html`<span class="badge">${open}</span>` : none}</td>
</tr>`;
}

const none = html`<span class="none">–</span>`;

function statusChips({ operation, statuses, unanswered }: OperationCount): Html {
  const isDocumented = (status: number) =>
    [`${status}`, `${Math.floor(status / 100)}XX`, "default"].some((key) => key in operation.responses);
  const chips = sorted(statuses).map(
    ([status, count]) =>
      html`<span class="chip ${isDocumented(status) ? "good" : "bad"}">${!isDocumented(status) && "undocumented "}${status} × ${count}</span> `,
  );
  if (unanswered > 0) chips.push(html`<span class="chip bad">no response × ${unanswered}</span> `);
  return chips.length > 0 ? html`${chips}` : none;
}

function sorted(statuses: Map<number, number>): [number, number][] {
  return [...statuses].sort(([one], [other]) => one - other);
}

function operationSection(count: OperationCount, index: number, findings: ListedFinding[]): Html {
  const { operation, responses, slowestMs } = count;
  const open = findings.filter(counts).length;
  const rows = responses.map(
    ({ key, count: times, mediaTypes, headers }) => html`<tr>
<th scope="row">${key}</th>
<td data-label="Responses">${times > 0 ? times : html`<span class="chip bad">never occurred</span>`}</td>
<td data-label="Media types">${occurrences(mediaTypes)}</td>
<td data-label="Headers">${occurrences(headers)}</td>
</tr>`,
  );
  return html`<details id="operation-${index}"${open > 0 && " open"}>
<summary>${verb(operation.method.toUpperCase())}<code>${operation.path}</code> <b>${operation.operationId}</b>${open > 0 && html` <span class="badge">${counted(open, "finding")}</span>`}</summary>
<table class="stacked"><thead><tr><th scope="col">Documented</th><th scope="col">Responses</th><th scope="col">Media types</th><th scope="col">Headers</th></tr></thead><tbody>${rows}</tbody></table>
<p>Received: ${statusChips(count)}${slowestMs > 0 && `· slowest: ${milliseconds(slowestMs)}`}</p>
${findingList(findings)}
</details>`;
}

function occurrences(names: Map<string, number>): Html {
  if (names.size === 0) return none;
  return html`${[...names].map(
    ([name, count]) =>
      html`<span class="chip ${count > 0 ? "good" : "bad"}">${name} ${count > 0 ? `× ${count}` : "never"}</span> `,
  )}`;
}

function findingList(findings: ListedFinding[]): Html {
  if (findings.length === 0) return html``;
  return html`<ul class="findings">${findings
    .toSorted((one, other) => other.count - one.count)
    .map(
      ({ finding: { severity, rule, place, message }, count, sample, accepted }) => html`<li>
<p><span class="chip ${accepted === undefined ? severity : "waived"}">${rule}</span> ${place} <span class="none">× ${count}</span></p>
<p>${message}</p>
${accepted !== undefined && html`<p>Accepted ${accepted}</p>`}
<pre>${sample}</pre>
</li>`,
    )}</ul>`;
}

function unmatchedSection({ unmatched, furtherUnmatched }: TrafficCount): Html {
  const row = ({ method, path, requests, statuses }: UnmatchedCount) => html`<tr>
<th scope="row">${verb(method)}<code>${path}</code></th>
<td data-label="Requests">${requests}</td>
<td data-label="Statuses">${sorted(statuses).map(([status, count]) => html`<span class="chip info">${status} × ${count}</span> `)}</td>
</tr>`;
  return html`<h2>Requests that match no operation</h2>
<table class="stacked"><thead><tr><th scope="col">Request</th><th scope="col">Requests</th><th scope="col">Statuses</th></tr></thead>
<tbody>${unmatched.toSorted((one, other) => other.requests - one.requests).map(row)}</tbody></table>
${furtherUnmatched > 0 && html`<p>${counted(furtherUnmatched, "request")} to further paths.</p>`}`;
}

function slowestSection(slowest: SlowResponse[]): Html {
  const row = ({ method, path, status, durationMs }: SlowResponse) => html`<tr>
<th scope="row">${verb(method)}<code>${path}</code></th>
<td data-label="Status">${status}</td>
<td data-label="Time">${milliseconds(durationMs)}</td>
</tr>`;
  return html`<h2>Slowest responses</h2>
<table class="stacked"><thead><tr><th scope="col">Request</th><th scope="col">Status</th><th scope="col">Time</th></tr></thead><tbody>${slowest.map(row)}</tbody></table>`;
}

function milliseconds(value: number): string {
  return value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`;
}
