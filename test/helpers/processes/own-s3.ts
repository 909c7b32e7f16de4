import { spawn, spawnSync } from "node:child_process";
import { expect, onTestFinished, vi } from "vitest";
import { freePort } from "./free-port.ts";

/** Whether moto is installed, a stand-in for AWS in Python (`pip install 'moto[server]'`). */
export const hasMoto =
  spawnSync("python3", ["-c", "import moto.server, flask"], { stdio: "ignore" }).status === 0;

export interface OwnS3 {
  url: string;
  keyId: string;
  secret: string;
}

/** The calls that set it up. Later ones are refused without a valid signature. */
const setUp = ["CreateUser", "PutUserPolicy", "CreateAccessKey", "a bucket"];

/** Starts an S3 store with a bucket and a user who may use only it. Ends with the test. */
export async function startS3(bucket: string): Promise<OwnS3> {
  const port = await freePort();
  const child = spawn("python3", ["-m", "moto.server", "-p", `${port}`], {
    stdio: "ignore",
    env: { ...process.env, INITIAL_NO_AUTH_ACTION_COUNT: `${setUp.length}` },
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect((await fetch(`${url}/moto-api/`)).status).toBe(200), {
    timeout: 30_000,
    interval: 100,
  });
  const iam = async (Action: string, parameters: Record<string, string> = {}) => {
    const response = await fetch(url, {
      method: "POST",
      // Only names the service; these calls come before signatures are checked.
      headers: { authorization: "AWS4-HMAC-SHA256 Credential=x/20260115/us-east-1/iam/aws4_request" },
      body: new URLSearchParams({ Action, Version: "2010-05-08", UserName: "shop", ...parameters }),
    });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return text;
  };
  await iam("CreateUser");
  const statement = {
    Effect: "Allow",
    Action: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:ListBucket"],
    Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`],
  };
  const PolicyDocument = JSON.stringify({ Version: "2012-10-17", Statement: [statement] });
  await iam("PutUserPolicy", { PolicyName: "images", PolicyDocument });
  const created = await iam("CreateAccessKey");
  const textOf = (name: string) => new RegExp(`<${name}>([^<]+)<`).exec(created)?.[1] ?? "";
  expect((await fetch(`${url}/${bucket}`, { method: "PUT" })).status).toBe(200);
  return { url: `${url}/${bucket}`, keyId: textOf("AccessKeyId"), secret: textOf("SecretAccessKey") };
}
