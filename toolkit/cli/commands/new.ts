import path from "node:path";
import { UsageError } from "@counterpart/testing/errors";
import { defineCommand, flag, repeatable, withValue } from "../command-line/command.ts";
import { allowedFolders, allowFolderOption } from "../command-line/document-option.ts";
import { untilStopped } from "../command-line/until-signal.ts";
import { makeProject } from "../new/make-project.ts";
import { needsBundledNode, requireCompiled } from "../new/own-package.ts";
import { createRunInProject } from "../new/run-in-project.ts";

export const command = defineCommand({
  positionals: "<folder>",
  description: `Creates a project from an OpenAPI document (3.0 to 3.2), in YAML or JSON, in one file or many. The document's files
are copied to spec/ unchanged. Operations answer with the document's examples until you implement them.`,
  options: {
    spec: withValue("<file or folder>", "the document, or a folder that contains it (required)"),
    "allow-folder": allowFolderOption,
    "include-tag": repeatable(
      "<tag>",
      "serve only operations with this tag; can be repeated, and combined with --include-path",
    ),
    "include-path": repeatable(
      "<path>",
      "serve only operations at this path, or with this prefix: '/users*'; can be repeated",
    ),
    name: withValue("<name>", "the name in package.json (default: the folder's)"),
    registry: flag("install the toolkit from the npm registry instead of from a tarball in vendor/"),
    json: flag('print {"folder": "…"}'),
  },
  async run({ options, positionals, terminal }) {
    const { spec, name, registry = false, json, "include-tag": tags, "include-path": paths } = options;
    const [given, ...others] = positionals;
    if (given === undefined || others.length > 0) throw new UsageError("Name one folder for the project.");
    if (spec === undefined) throw new UsageError("Name the OpenAPI document with --spec <file or folder>.");
    if (/^https?:\/\//i.test(spec)) throw new UsageError(specIsUrl(spec));
    const allowFolders = allowedFolders(options["allow-folder"], spec);
    requireCompiled();
    const folder = path.resolve(given);
    await untilStopped("Stopped; nothing was written.", (signal) =>
      makeProject(
        {
          folder,
          spec: path.resolve(spec),
          name: name ?? packageName(folder),
          registry,
          node: needsBundledNode(terminal.env),
          allowFolders,
          ...((tags || paths) && { include: { ...(tags && { tags }), ...(paths && { paths }) } }),
        },
        {
          run: createRunInProject(signal),
          progress: (sentence) => void terminal.stderr.write(`${sentence}\n`),
        },
      ),
    );
    const place = path.relative(process.cwd(), folder);
    const next = [...(place === "" ? [] : [`cd ${place}`]), "npm start"];
    const text = `${folder} is ready:\n\n${next.map((line) => `  ${line}\n`).join("")}`;
    terminal.stdout.write(json ? `${JSON.stringify({ folder })}\n` : text);
    return 0;
  },
});

/** A project needs a copy of its document, and a single download would lack the files that it refers to. */
function specIsUrl(url: string): string {
  const name = /[^/?#]+\.(json|ya?ml)(?=[?#]|$)/i.exec(url)?.[0] ?? "openapi.yaml";
  return `--spec takes a file or a folder, not a URL. Download the document first:
  curl -fL -o ${name} '${url.replaceAll("'", "%27")}'
and then give --spec ${name}.`;
}

function packageName(folder: string): string {
  return path
    .basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-");
}
