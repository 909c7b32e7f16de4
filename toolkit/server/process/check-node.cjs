// Preloaded before anything that an older Node couldn't read, and itself written so that it can: whoever starts the
// program there is told what it wants, and not that a word of the language is new.
const wanted = require("../package.json").engines.node.match(/\d+/)[0];
const found = process.versions.node;
if (Number(found.split(".")[0]) < Number(wanted)) {
  console.error(
    `This program needs Node ${wanted} or newer, and this is Node ${found}: install it, or run \`npm ci\` without --omit=dev, which installs it.`,
  );
  process.exit(1);
}
