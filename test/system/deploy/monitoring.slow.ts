import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { productionSettings, startServer } from "../../helpers/processes/server-process.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook: string };
}

interface Panel {
  title: string;
  type: string;
  targets?: { expr: string }[];
}

const rules: Rule[] = parse(readFileSync("deploy/prometheus/alerts.yml", "utf8")).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
);
const dashboard: { panels: Panel[] } = JSON.parse(readFileSync("deploy/grafana/counterpart.json", "utf8"));
const incidents = readFileSync("docs/operating/incidents.md", "utf8");

/** Functions, operators and labels in our expressions that look like metric names. */
const words = new Set(
  "sum min max count rate increase delta absent topk histogram_quantile max_over_time min_over_time by and or offset".split(
    " ",
  ),
);

/** The metric names in a PromQL expression. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, " ")
    .replaceAll(/\b(by|without)\s*\([^)]*\)/g, " ")
    .replaceAll(/offset \w+/g, " ");
  return [...bare.matchAll(/[a-zA-Z_]\w*/g)].map(([name]) => name).filter((name) => !words.has(name));
}

/** What Prometheus itself adds. */
const ownOfPrometheus = ["up"];

const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** A server's metrics in Prometheus's text format. */
async function scrape(): Promise<string> {
  const server = await startServer({
    ...productionSettings(`file:${path.join(await temporaryFolder(), "shop.db")}`, "http://127.0.0.1:9"),
    METRICS_PORT: "0",
    // Without it, the server has no metrics of mail.
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "shop@counterpart.example",
  });
  await fetch(`${server.url}/v1/catalog`);
  const port = /"metricsPort":(\d+)/.exec(server.output())?.[1];
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await server.end("SIGTERM");
  return text;
}

test("the server exports every metric and label in a rule or a panel", {
  timeout: 300_000,
}, async () => {
  const text = await scrape();
  const exported = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = "", type]) =>
    type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  const labels = new Map<string, Set<string>>();
  for (const [, name = "", list = ""] of text.matchAll(/^(\w+)\{([^}]*)\} /gm)) {
    const known = labels.get(name) ?? new Set();
    for (const [, label = ""] of list.matchAll(/(\w+)="/g)) known.add(label);
    labels.set(name, known);
  }
  let compared = 0;
  for (const [place, expression] of expressions) {
    const names = metricsIn(expression);
    expect(names.length, place).toBeGreaterThan(0);
    for (const name of names.filter((one) => !ownOfPrometheus.includes(one))) {
      expect(exported, `${name} in ${place}`).toContain(name);
    }
    for (const [, name = "", list = ""] of expression.matchAll(/(\w+)\{([^}]*)\}/g)) {
      const own = labels.get(name);
      const chosen = [...list.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label);
      for (const label of chosen.filter((one) => one !== "job")) {
        // A counter that hasn't counted yet shows no labels.
        if (!own) continue;
        expect([...own], `${name} in ${place}`).toContain(label);
        compared++;
      }
    }
  }
  expect(compared).toBeGreaterThan(8);
});

test("docs/reference/metrics.md lists every metric that an alert watches", () => {
  const page = readFileSync("docs/reference/metrics.md", "utf8");
  for (const name of new Set(rules.flatMap(({ expr }) => metricsIn(expr)))) {
    if (ownOfPrometheus.includes(name)) continue;
    expect(page, name).toContain(`\`${name.replace(/_(bucket|sum|count)$/, "")}\``);
  }
});

describe("each alert", () => {
  test.each(rules.map((rule) => [rule.alert, rule] as const))(
    "%s says what is wrong, and links to what to do",
    (name, rule) => {
      expect(["critical", "warning", "info"]).toContain(rule.labels.severity);
      expect(rule.annotations.summary).toMatch(/\.$/);
      expect(rule.annotations.runbook).toBe(`docs/operating/incidents.md#${name.toLowerCase()}`);
      const [, section = ""] = new RegExp(`\n## ${name}\n([\\s\\S]*?)(\n## |$)`).exec(incidents) ?? [];
      expect(section.length, `docs/operating/incidents.md has no section ${name}`).toBeGreaterThan(150);
    },
  );

  test("has its own section, and removed alerts have none", () => {
    const sections = [...incidents.matchAll(/^## (Counterpart\w+)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(rules.map(({ alert }) => alert));
  });
});

const promtool = spawnSync("promtool", ["--version"]).error === undefined;
const withPromtool = promtool ? test : test.skip;

withPromtool(
  `promtool accepts the configuration and the rules${promtool ? "" : ": not run, it is not installed"}`,
  () => {
    const check = spawnSync("promtool", ["check", "config", "deploy/prometheus/prometheus.yml"], {
      encoding: "utf8",
    });
    expect(check.status, check.stdout + check.stderr).toBe(0);
    const tests = spawnSync("promtool", ["test", "rules", "deploy/prometheus/alerts.test.yml"], {
      encoding: "utf8",
    });
    expect(tests.status, tests.stdout + tests.stderr).toBe(0);
  },
);

test("Prometheus scrapes the servers of compose.yaml at their metrics port", () => {
  const compose = parse(readFileSync("compose.yaml", "utf8"), { merge: true });
  const port = /:-(\d+)\}/.exec(compose.services["server-1"].environment.METRICS_PORT)?.[1];
  const { scrape_configs } = parse(readFileSync("deploy/prometheus/prometheus.yml", "utf8"));
  const servers = Object.keys(compose.services).filter((name) => name.startsWith("server-"));
  expect(scrape_configs[0].static_configs[0].targets).toEqual(servers.map((name) => `${name}:${port}`));
});
