export { runCommand } from "@counterpart/cli";
