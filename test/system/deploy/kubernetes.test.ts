import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { realpath, writeFile } from "node:fs/promises";
import { BlockList } from "node:net";
import path from "node:path";
import { readConfig } from "@counterpart/server";
import { isPublicAddress } from "@counterpart/server/public-address";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { service } from "../../../server/service.ts";
import { document } from "../../helpers/document.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const folder = "deploy/kubernetes";
const isManifest = (name: string) => name.endsWith(".yaml") && name !== "kustomization.yaml";
const files = readdirSync(folder).filter(isManifest);
const objects = Object.fromEntries(
  files.map((name) => [name, parse(readFileSync(path.join(folder, name), "utf8"))]),
);
const kustomization = parse(readFileSync(path.join(folder, "kustomization.yaml"), "utf8"));
const deployment = objects["deployment.yaml"];
const job = objects["migrate.yaml"];
const pod = deployment.spec.template.spec;
const [container] = pod.containers;
/** Splits `NAME=value`. */
function entryOf(line: string): [name: string, value: string] {
  const at = line.indexOf("=");
  return [line.slice(0, at), line.slice(at + 1)];
}
const pods = [
  ["the servers", deployment.spec.template],
  ["the migration", job.spec.template],
] as const;

describe("deploy/kubernetes", () => {
  test("the kustomization lists every file", () => {
    expect(kustomization.resources.toSorted()).toEqual(files.toSorted());
  });

  test.each(pods)("%s run without privileges, on a read-only disk, within bounds", (_, template) => {
    const { spec } = template;
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } },
    });
    for (const one of spec.containers) {
      expect(one.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(one.resources).toMatchObject({
        requests: { cpu: expect.any(String), memory: expect.any(String) },
        limits: { memory: "512Mi" },
      });
      const mounts = one.volumeMounts.map(({ name }: { name: string }) => name);
      expect(spec.volumes.map(({ name }: { name: string }) => name)).toEqual(mounts);
      expect(one.image).toBe("counterpart");
    }
  });

  test("a pod gets requests when it is ready, and is restarted only when it doesn't respond at all", () => {
    expect(container.readinessProbe.httpGet.path).toBe("/readyz");
    expect(container.startupProbe.httpGet.path).toBe("/readyz");
    expect(container.livenessProbe.httpGet.path).toBe("/healthz");
    const ports = container.ports.map(({ name }: { name: string }) => name);
    expect(ports).toEqual(["http", "metrics"]);
    const { periodSeconds, failureThreshold } = container.startupProbe;
    // Longer than a start waits for the database.
    expect(periodSeconds * failureThreshold).toBeGreaterThan(60);
    for (const probe of ["startupProbe", "readinessProbe", "livenessProbe"]) {
      expect(container[probe].httpGet.port).toBe("http");
    }
  });

  test("a pod gets no new requests before it stops, and has time for its last responses", () => {
    const [, seconds] = container.lifecycle.preStop.exec.command;
    // toolkit/server/process/listen/bounds.ts: 10 s for the last responses.
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + 10 + 5);
    expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
  });

  test("there are always two servers, and never more than PostgreSQL's 200 connections allow", () => {
    const { scaleTargetRef, minReplicas, maxReplicas, metrics } = objects["autoscaler.yaml"].spec;
    expect(scaleTargetRef).toMatchObject({ kind: "Deployment", name: deployment.metadata.name });
    // Applying the manifests again must not undo the autoscaler's decision.
    expect(deployment.spec.replicas).toBeUndefined();
    expect(minReplicas).toBe(2);
    // docs/operating.md: DATABASE_POOL_SIZE + 7 for each, and one more during a rollout.
    expect((maxReplicas + 1) * (20 + 7)).toBeLessThan(200);
    expect(metrics).toEqual([
      { type: "Resource", resource: { name: "cpu", target: { type: "AverageValue", averageValue: "600m" } } },
    ]);
  });

  describe("what the pods may reach", () => {
    const { podSelector, policyTypes, egress } = objects["egress-policy.yaml"].spec;
    interface Rule {
      ports: { port: number }[];
      to?: {
        ipBlock?: { cidr: string; except: string[] };
        namespaceSelector?: { matchLabels: Record<string, string> };
      }[];
    }
    const isForLabelled = ({ to = [] }: Rule) =>
      to.some(({ namespaceSelector }) => namespaceSelector?.matchLabels["counterpart-egress"] === "allowed");
    const ruleFor = (port: number): Rule =>
      egress.find((rule: Rule) => !isForLabelled(rule) && rule.ports.some((one) => one.port === port));

    test("is bounded for servers and the migration alike", () => {
      expect(policyTypes).toEqual(["Egress"]);
      expect(podSelector.matchExpressions).toEqual([
        {
          key: "app.kubernetes.io/name",
          operator: "In",
          values: pods.map(([, template]) => template.metadata.labels["app.kubernetes.io/name"]),
        },
      ]);
    });

    test("is DNS, the database, Redis, mail, traces and HTTPS: no rule allows all ports", () => {
      const ports = egress
        .filter((rule: Rule) => !isForLabelled(rule))
        .flatMap((rule: Rule) => rule.ports.map(({ port }) => port));
      expect(ports.toSorted((a: number, b: number) => a - b)).toEqual([
        53, 53, 443, 465, 587, 4318, 5432, 6379, 6432, 26379,
      ]);
    });

    test("includes the mail ports of docs/operating/mail.md", () => {
      const ports = [...readFileSync("docs/operating/mail.md", "utf8").matchAll(/smtps?:\/\/\S*:(\d+)/g)];
      expect(ports.map(([, port]) => port)).toEqual(["587", "465"]);
      for (const [, port] of ports) expect(ruleFor(Number(port)).to).toBeUndefined();
    });

    test("includes other services in the cluster only in namespaces with the label", () => {
      expect(egress.filter(isForLabelled)).toHaveLength(1);
      for (const port of [443, 8443, 9000]) {
        expect(egress.find(isForLabelled).ports).toContainEqual({ port });
      }
    });

    test("excludes private addresses by HTTPS, where the servers refuse to send events", () => {
      const blocks = ruleFor(443).to?.map(({ ipBlock }) => ipBlock);
      const refused = new BlockList();
      for (const block of blocks ?? []) {
        for (const subnet of block?.except ?? []) {
          const [address = "", bits] = subnet.split("/");
          refused.addSubnet(address, Number(bits), address.includes(":") ? "ipv6" : "ipv4");
        }
      }
      for (const address of [
        "10.1.2.3",
        "172.31.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "127.0.0.1",
        "100.64.0.1",
      ]) {
        expect(isPublicAddress(address), address).toBe(false);
        expect(refused.check(address), address).toBe(true);
      }
      for (const address of ["fd00::1", "fe80::1", "::1"]) {
        expect(isPublicAddress(address), address).toBe(false);
        expect(refused.check(address, "ipv6"), address).toBe(true);
      }
      expect(refused.check("3.18.12.63")).toBe(false);
    });
  });

  test("service, disruption budget and network policy select the servers, and not the migration's pod", () => {
    const { labels } = deployment.spec.template.metadata;
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    expect(objects["service.yaml"].spec.selector).toEqual(labels);
    expect(objects["disruption-budget.yaml"].spec).toMatchObject({
      maxUnavailable: 1,
      selector: { matchLabels: labels },
    });
    expect(objects["network-policy.yaml"].spec.podSelector.matchLabels).toEqual(labels);
    expect(job.spec.template.metadata.labels).not.toEqual(labels);
  });

  test("only the migration's command changes tables, not the servers", () => {
    const [{ command }] = job.spec.template.spec.containers;
    expect(command).toEqual(["node", "server/cli/main.ts", "migrate"]);
    expect(kustomization.configMapGenerator[0].literals).toContain("MIGRATE_AT_START=false");
  });

  test("its environment is a complete production configuration, with secrets in files", async () => {
    const secrets: Record<string, string> = {
      database_url: "postgres://counterpart:hunter2@db:5432/counterpart",
      redis_url: "redis://counterpart:hunter2@redis:6379",
      stripe_secret_key: "sk_test_kubernetes",
      stripe_webhook_secret: "whsec_kubernetes",
    };
    const here = await temporaryFolder();
    for (const [name, value] of Object.entries(secrets)) await writeFile(path.join(here, name), value);
    const { mountPath } = container.volumeMounts.find(({ name }: { name: string }) => name === "secrets");
    const literals = kustomization.configMapGenerator[0].literals.map(entryOf);
    const files = container.env.map(({ name, value }: { name: string; value: string }) => [
      name,
      value.replace(mountPath, here),
    ]);
    const env = { NODE_ENV: "production", ...Object.fromEntries([...literals, ...files]) };
    expect(readConfig(env, document.rateLimits, service.readSettings)).toMatchObject({
      production: true,
      port: container.ports[0].containerPort,
      metricsPort: container.ports[1].containerPort,
      trustProxy: 1,
      settings: { databaseUrl: secrets.database_url, migratesAtStart: false },
    });

    // The same with all lines that are commented out.
    const optional: Record<string, string> = {
      database_read_url: "postgres://counterpart:hunter2@standby:5432/counterpart",
      smtp_url: "smtp://counterpart:hunter2@mail:587",
      openid_client_secret: "hunter2",
      images_bucket_key_id: "AKIA",
      images_bucket_secret: "hunter2",
    };
    for (const [name, value] of Object.entries(optional)) await writeFile(path.join(here, name), value);
    const lines = readFileSync(path.join(folder, "kustomization.yaml"), "utf8").matchAll(/^ +# - (.+)$/gm);
    const all = [...lines].map(([, line = ""]) => entryOf(line.replace(mountPath, here)));
    expect(
      readConfig({ ...env, ...Object.fromEntries(all) }, document.rateLimits, service.readSettings),
    ).toMatchObject({
      settings: {
        readUrl: optional.database_read_url,
        mail: { from: "orders@shop.example" },
        openId: { clientSecret: optional.openid_client_secret },
        agentTokens: { issuer: "https://identity.example", store: "harbour" },
        stripe: { clientId: "ca_example" },
        images: { place: { bucket: { keyId: optional.images_bucket_key_id } } },
      },
    });
  });

  const kubectl = spawnSync("kubectl", ["version", "--client"]).error === undefined;
  (kubectl ? test : test.skip)(
    `kustomize builds it${kubectl ? "" : ": not run, kubectl is not installed"}`,
    () => {
      const built = spawnSync("kubectl", ["kustomize", folder], { encoding: "utf8" });
      expect(built.status, built.stderr).toBe(0);
      expect(built.stdout.match(/^kind: /gm)).toHaveLength(files.length + 1);
      expect(built.stdout).not.toContain("image: counterpart\n");
    },
  );

  (kubectl ? test : test.skip)(
    `an overlay adds a volume for uploads${kubectl ? "" : ": not run, kubectl is not installed"}`,
    async () => {
      const overlay = await temporaryFolder();
      const base = path.relative(await realpath(overlay), path.resolve(folder));
      await writeFile(
        path.join(overlay, "kustomization.yaml"),
        `resources: [${base}]\ncomponents: [${base}/uploads-volume]\n`,
      );
      const built = spawnSync("kubectl", ["kustomize", overlay], { encoding: "utf8" });
      expect(built.status, built.stderr).toBe(0);
      const all = parseAllDocuments(built.stdout).map((one) => one.toJS());
      const ofKind = (kind: string) => all.find((one) => one.kind === kind);
      expect(ofKind("PersistentVolumeClaim").metadata.namespace).toBe("counterpart");
      const { containers, volumes } = ofKind("Deployment").spec.template.spec;
      const mountPath = "/app/data/images";
      expect(containers[0].volumeMounts).toContainEqual({ name: "uploads", mountPath });
      const claimName = ofKind("PersistentVolumeClaim").metadata.name;
      expect(volumes).toContainEqual({ name: "uploads", persistentVolumeClaim: { claimName } });
      expect(ofKind("ConfigMap").data).toMatchObject({ IMAGES_FOLDER: mountPath, TRUST_PROXY: "1" });
    },
  );
});
