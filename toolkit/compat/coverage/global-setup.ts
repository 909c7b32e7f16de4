export { default } from "@counterpart/cli/global-setup";
