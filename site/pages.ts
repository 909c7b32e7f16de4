import { execFileSync } from "node:child_process";
import path from "node:path";

/** A group of the sidebar; the title of a page is its first heading unless it is given. */
export interface Group {
  text: string;
  pages: [file: string, title: string][];
}

/** The sidebar, by Markdown files of the repository. */
export const groups: Group[] = [
  {
    text: "Start",
    pages: [
      ["README.md", "Start in three ways"],
      ["toolkit/README.md", "The toolkit"],
      ["docs/one-line.md", "One line, any document"],
      ["examples/existing-app/README.md", "An existing app in three steps"],
      ["docs/coming-from-express-openapi-validator.md", "From express-openapi-validator"],
      ["docs/coming-from-prism.md", "From Prism"],
    ],
  },
  {
    text: "Guides",
    pages: [
      ["toolkit/server/README.md", "Server"],
      ["toolkit/client/README.md", "Client"],
      ["toolkit/cli/README.md", "Command line and mock"],
      ["toolkit/testing/README.md", "Testing"],
      ["toolkit/create/README.md", "New projects"],
      ["docs/next-version.md", "A next major version"],
      ["examples/any-server/README.md", "A server in any language"],
      ["docs/what-is-not-included.md", "What is not included"],
    ],
  },
  {
    text: "The shop",
    pages: [
      ["docs/shop.md", "The shop"],
      ["docs/agents.md", "Agents"],
      ["examples/storefront/README.md", "The example storefront"],
      ["mock/stripe/README.md", "The Stripe stand-in"],
    ],
  },
  {
    text: "Operating",
    pages: [
      ["docs/operating.md", "Overview"],
      ["docs/operating/compose.md", "Docker Compose"],
      ["docs/operating/kubernetes.md", "Kubernetes"],
      ["docs/operating/systemd.md", "systemd"],
      ["docs/operating/databases.md", "Databases"],
      ["docs/operating/high-availability.md", "High availability"],
      ["docs/operating/beyond-one-database.md", "Beyond one database"],
      ["docs/operating/backup.md", "Backups"],
      ["docs/operating/upgrading.md", "Upgrades"],
      ["docs/operating/secrets.md", "Secrets"],
      ["docs/operating/stripe.md", "Stripe"],
      ["docs/operating/mail.md", "Mail"],
      ["docs/operating/images.md", "Images"],
      ["docs/operating/stores.md", "Stores"],
      ["docs/operating/incidents.md", "Incidents"],
    ],
  },
  {
    text: "Reference",
    pages: [
      ["docs/reference/toolkit-commands.md", "Toolkit commands"],
      ["docs/reference/shop-commands.md", "Shop commands"],
      ["docs/reference/variables.md", "Variables"],
      ["docs/reference/metrics.md", "Metrics"],
    ],
  },
  {
    text: "Evidence",
    pages: [
      ["docs/conformance.md", "Conformance"],
      ["docs/performance.md", "Performance"],
      ["docs/scaling.md", "Scaling"],
      ["docs/threat-model.md", "Threat model"],
      ["docs/testing.md", "Tests"],
      ["docs/compiler-messages.md", "Compiler messages"],
    ],
  },
  {
    text: "Project",
    pages: [
      ["toolkit/CHANGELOG.md", "Changelog of the toolkit"],
      ["CHANGELOG.md", "Changelog of the shop"],
      ["docs/decisions/README.md", "Decisions"],
      ["CONTRIBUTING.md", "Contributing"],
      ["SECURITY.md", "Security"],
    ],
  },
];

/** All Markdown files that are pages: those of the sidebar, and the decisions. */
export function pageFiles(root: string): Set<string> {
  const tracked = markdownFiles(root);
  const listed = groups.flatMap(({ pages }) => pages.map(([file]) => file));
  const missing = listed.filter((file) => !tracked.includes(file));
  if (missing.length > 0)
    throw new Error(`The site's sidebar has files that don't exist: ${missing.join(", ")}`);
  return new Set([...listed, ...tracked.filter((file) => file.startsWith("docs/decisions/"))]);
}

/** The files that git knows, or would add. */
export function markdownFiles(root: string): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"];
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim().split("\n");
}

/** `toolkit/cli/README.md` is the page `toolkit/cli/`. */
export function addressOf(file: string): string {
  return `/${path.posix.join(path.posix.dirname(file), path.posix.basename(file, ".md")).replace(/(^|\/)README$/, "$1")}`;
}

/** Where a page is written, for VitePress. */
export function outputOf(file: string): string {
  return file.replace(/(^|\/)README\.md$/, "$1index.md");
}
