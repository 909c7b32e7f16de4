import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  permissions?: Record<string, string>;
  container?: string;
  steps: Step[];
}

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const folder = ".github/workflows";
const files = readdirSync(folder).map((name) => {
  const text = readFileSync(path.join(folder, name), "utf8");
  return { name, text, workflow: parse(text) as Workflow };
});

describe.each(files)("$name", ({ text, workflow }) => {
  const jobs = Object.values(workflow.jobs);

  test("pins each action to a commit, and names its version", () => {
    const uses = [...text.matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, action]) => action);
    expect(uses.length).toBeGreaterThan(0);
    // Our own action is the checkout's.
    for (const action of uses.filter((one) => one !== "./"))
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test("reads the repository, and has more rights only where no third-party code runs", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    for (const { permissions, steps } of jobs) {
      const commands = permissions ? steps.flatMap(({ run = [] }) => run) : [];
      const own =
        /^(for one in \*\.tgz; do npm publish "\.\/\$one" --ignore-scripts [^;]*; done|gh release create [^;&|]*)$/;
      for (const command of commands) expect(command).toMatch(own);
    }
  });

  test("leaves no credentials where scripts of dependencies could read them", () => {
    const checkouts = jobs
      .flatMap(({ steps }) => steps)
      .filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    for (const { with: options } of checkouts)
      expect(options).toMatchObject({ "persist-credentials": false });
  });
});

test("measurements run at night", () => {
  const nightly = files.find(({ name }) => name === "nightly.yml")?.text ?? "";
  const steps = ["test:faults", "test:migrations", "test:mutants", "test:package"].map(
    (script) => `npm run ${script}`,
  );
  for (const step of [...steps, ".ci/run nightly"]) {
    expect(nightly).toContain(step);
  }
});

test("CI builds the image, buys a product in it, checks the manifests and lists the image's content", () => {
  const ci = files.find(({ name }) => name === "ci.yml")?.text ?? "";
  for (const step of ["docker compose build", "purchase.ts", "kubeconform", "npm sbom", ".ci/run"]) {
    expect(ci).toContain(step);
  }
});
