// Preloaded and written for old Node versions, so that they print what is needed instead of a syntax error.
const wanted = require("../package.json").engines.node.match(/\d+/)[0];
const found = process.versions.node;
if (Number(found.split(".")[0]) < Number(wanted)) {
  console.error(
    `This program needs Node ${wanted} or newer, and this is Node ${found}: install it, or run \`npm ci\` without --omit=dev, which installs it.`,
  );
  process.exit(1);
}
