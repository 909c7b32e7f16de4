import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { startCommand } from "../../helpers/processes/start-command.ts";

const [, ...ours] = startCommand().slice(0, -1);

/** The options that a command gives Node, without those of the cache's own command. */
const flagsIn = (command: string) =>
  (command.match(/--[\w-]+(=\w+)?/g) ?? []).filter((word) => !word.startsWith("--input-type"));

describe("the options of Node", () => {
  test("there is only one, which bounds the young generation", () => {
    expect(ours).toEqual(["--max-semi-space-size=8"]);
  });

  test.each(["Dockerfile", "toolkit/cli/template/Dockerfile", "deploy/systemd/counterpart@.service"])(
    "%s starts with them",
    (file) => {
      const commands =
        readFileSync(file, "utf8").match(/^(CMD|RUN|ExecStart=).*(\\\n.*)*server\/main\.ts.*(\\\n.*)*/gm) ??
        [];
      // The command that fills the compile cache has them too, since the cache depends on flags.
      const flags = commands.flatMap((command) => command.split("||")).map(flagsIn);
      expect(flags.length).toBeGreaterThan(0);
      expect(flags).toEqual(flags.map(() => ours));
    },
  );

  test("npm start of a new project has them too", () => {
    const { scripts } = JSON.parse(readFileSync("toolkit/cli/template/package.json", "utf8"));
    expect(flagsIn(scripts.start)).toEqual(ours);
  });
});
