#!/usr/bin/env node
// `counterpart new`, for `npm init`. The imported file checks Node's version before it loads the command line.
process.argv.splice(2, 0, "new");
await import("@counterpart/cli/bin");
