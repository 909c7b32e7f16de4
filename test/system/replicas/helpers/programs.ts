import { accessSync, constants } from "node:fs";
import { hasPostgresPrograms } from "../../../helpers/processes/own-postgres.ts";

const folders = ["/usr/bin", "/usr/sbin"];

/** By Debian package. */
const packages = {
  patroni: "patroni",
  etcd: "etcd-server",
  haproxy: "haproxy",
  "redis-server": "redis-server",
  "redis-sentinel": "redis-sentinel",
};

type Program = keyof typeof packages;

function find(program: string): string | undefined {
  return folders.map((folder) => `${folder}/${program}`).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The Debian packages that aren't installed. */
export function missingPackages(): string[] {
  const missing = Object.entries(packages).flatMap(([program, name]) => (find(program) ? [] : [name]));
  return hasPostgresPrograms ? missing : ["postgresql", ...missing];
}

/** The path of a program. Throws if its package isn't installed. */
export function programOf(program: Program): string {
  const found = find(program);
  if (found === undefined) throw new Error(`Install Debian's package ${packages[program]}.`);
  return found;
}
