// Preloaded and written for old Node versions, so that they print what is needed instead of a syntax error.
let project = {};
try {
  project = require(`${process.cwd()}/package.json`);
} catch {
  // Started from a folder without one.
}
const { engines = {}, devDependencies = {} } = project;
const needed = engines.node || require("../package.json").engines.node;
const [wanted, major, minor] = needed.match(/(\d+)(?:\.(\d+))?/);
const found = process.versions.node.split(".").map(Number);
if (found[0] < Number(major) || (found[0] === Number(major) && found[1] < Number(minor || 0))) {
  console.error(
    `This program needs Node ${wanted} or newer, and this is Node ${process.versions.node}: install it, ${
      devDependencies["node-runtime"]
        ? "or run `npm ci` without --omit=dev, which installs it"
        : "for example with `nvm install`"
    }.`,
  );
  process.exit(1);
}
