import { spawn } from "node:child_process";
import path from "node:path";

/**
 * Runs a command in a project's folder, preferring the project's own tools, including its Node.
 * @returns the command's output
 * @throws CommandFailed
 */
export type RunInProject = (project: string, command: string, args: string[]) => Promise<string>;

export interface ProjectRunner {
  run: RunInProject;
  /** Called with a sentence before a step that takes a while. */
  progress: (sentence: string) => void;
}

/** A command ended with an exit code other than 0. */
export class CommandFailed extends Error {
  readonly stdout: string;

  constructor(command: string, { stdout, stderr }: { stdout: string; stderr: string }) {
    super(`${command} failed:\n${stdout}${stderr}`.trim());
    this.stdout = stdout;
  }
}

/** @param signal ends the command; the promise settles when it has ended. */
export function createRunInProject(signal: AbortSignal): RunInProject {
  return (project, command, args) => {
    signal.throwIfAborted();
    const tools = path.join(project, "node_modules/.bin");
    const child = spawn(command, args, {
      cwd: project,
      env: { ...process.env, PATH: [tools, process.env.PATH].join(path.delimiter) },
      stdio: ["ignore", "pipe", "pipe"],
      // On Windows, npm and the package's bin are scripts that need a shell.
      shell: process.platform === "win32",
    });
    const stop = () => void child.kill();
    signal.addEventListener("abort", stop, { once: true });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => {
        signal.removeEventListener("abort", stop);
        if (signal.aborted) reject(signal.reason);
        else if (code === 0) resolve(stdout);
        else reject(new CommandFailed(`${command} ${args[0]}`, { stdout, stderr }));
      });
    });
  };
}
