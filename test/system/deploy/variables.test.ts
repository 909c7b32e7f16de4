import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";

const reference = readFileSync("docs/reference/variables.md", "utf8");
const documented = [...reference.matchAll(/^\| `([A-Z_]+)`( \*)?/gm)].map(([, name = "", star]) => ({
  name,
  isSecret: star !== undefined,
}));

/** Variables that the image sets, or whose value the image, the proxy and the probes share. */
const fixedInContainers = ["NODE_ENV", "PORT", "HOST", "BUILD_REVISION"];
/** Not needed in production. */
const onlyInDevelopment = ["ALLOW_REMOTE_DEVELOPMENT"];

/** The lines of files, including those that are commented out, since removing the mark sets the variable. */
const linesOf = (...files: string[]) =>
  files
    .flatMap((file) => readFileSync(file, "utf8").split("\n"))
    .map((line) => line.replace(/^\s*(?:#\s*)?(?:-\s+)?/, ""));

const compose = parse(readFileSync("compose.yaml", "utf8"), { merge: true }).services["server-1"].environment;
const kubernetes = "deploy/kubernetes";
const unit = "deploy/systemd/counterpart@.service";

/** By way of deployment: the variables that have a place, as `NAME=value`. */
const places = {
  "compose.yaml": {
    lines: Object.entries(compose)
      .filter(([name, value]) => name.endsWith("_FILE") || String(value).startsWith(`\${${name}:`))
      .map(([name, value]) => `${name}=${value}`),
    fixed: fixedInContainers,
    // Compose requires secret files to exist, so optional ones are variables.
    secretsInFiles: false,
  },
  "deploy/kubernetes": {
    lines: [
      ...linesOf(`${kubernetes}/kustomization.yaml`),
      ...linesOf(`${kubernetes}/deployment.yaml`).map((line) =>
        line.replace(/^\{ name: (\w+), value: (\S+) \}/, "$1=$2"),
      ),
      ...linesOf(`${kubernetes}/uploads-volume/kustomization.yaml`).map((line) =>
        line.replace(/^.*literals: \[(.+)\] \}/, "$1"),
      ),
    ],
    fixed: fixedInContainers,
    secretsInFiles: true,
  },
  "deploy/systemd": {
    lines: linesOf("deploy/systemd/environment", "deploy/systemd/server-1", unit).map((line) =>
      line.replace(/^Environment=/, ""),
    ),
    fixed: [],
    secretsInFiles: true,
  },
};

test.each(Object.entries(places))(
  "%s has a place for every variable of the reference, and files for secrets",
  (_, place) => {
    const has = (name: string) => place.lines.some((line) => line.startsWith(`${name}=`));
    const missing = documented
      .filter(({ name }) => ![...place.fixed, ...onlyInDevelopment].includes(name))
      .filter(({ name, isSecret }) => {
        if (has(`${name}_FILE`)) return false;
        return (isSecret && place.secretsInFiles) || !has(name);
      });
    expect(missing.map(({ name }) => name)).toEqual([]);
  },
);

test("counterpart-shop reads the files of all secrets", () => {
  const script = readFileSync("deploy/systemd/counterpart-shop", "utf8");
  const [, list = ""] = /^for name in ([\s\S]+?); do$/m.exec(script) ?? [];
  const secrets = documented.filter(({ isSecret }) => isSecret).map(({ name }) => name);
  expect(list.split(/[\s\\]+/).toSorted()).toEqual(secrets.toSorted());
});
