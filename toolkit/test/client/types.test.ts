import { expectTypeOf, test } from "vitest";
import type { CallResult } from "../../client/call-result.ts";
import type { StatusOf, SuccessStatus } from "../../client/status.ts";

// These are checked by the compiler only.

interface Json<T> {
  content: { "application/json": T };
}

test("a range covers the statuses without their own entry", () => {
  type Responses = { 200: 0; 404: 0; 499: 0; "4XX": 0 };
  type Covered = StatusOf<"4XX", Responses>;
  expectTypeOf<StatusOf<404, Responses>>().toEqualTypeOf<404>();
  expectTypeOf<400 | 418 | 498>().toExtend<Covered>();
  expectTypeOf<Extract<Covered, 200 | 404 | 499 | 500>>().toBeNever();
});

test("beside a success, default covers errors without their own entry", () => {
  type Covered = StatusOf<"default", { 200: 0; 404: 0; "5XX": 0; default: 0 }>;
  expectTypeOf<302 | 400 | 499>().toExtend<Covered>();
  expectTypeOf<Extract<Covered, 200 | 202 | 404 | 500 | 599>>().toBeNever();
});

test("without a documented success, default covers successes too", () => {
  type Covered = StatusOf<"default", { 404: 0; default: 0 }>;
  expectTypeOf<200 | 204 | 302 | 500>().toExtend<Covered>();
  expectTypeOf<Extract<Covered, 404>>().toBeNever();
});

test("the status of an answer distinguishes data from error", () => {
  type Got = CallResult<{ responses: { 200: Json<"pet">; "4XX": Json<"refused">; default: Json<"broken"> } }>;
  expectTypeOf<Extract<Got, { status: 200 }>["data"]>().toEqualTypeOf<"pet">();
  const got = {} as Got;
  if (got.status === 404) expectTypeOf(got.error).toEqualTypeOf<"refused">();
  if (got.status === 503) expectTypeOf(got.error).toEqualTypeOf<"broken">();
  if (got.error === undefined) expectTypeOf(got.data).toEqualTypeOf<"pet">();
  // @ts-expect-error: default isn't a success beside a documented one
  if (got.status === 204) got.data;
});

test("with default alone, a success has data and everything else has error", () => {
  type Got = CallResult<{ responses: { default: Json<"pet"> } }>;
  const got = {} as Got;
  if (got.status === 200) expectTypeOf(got.data).toEqualTypeOf<"pet">();
  if (got.status === 500) expectTypeOf(got.error).toEqualTypeOf<"pet">();
  expectTypeOf<Extract<Got["status"], SuccessStatus>>().toEqualTypeOf<SuccessStatus>();
});

test("parseAs gives the data another type", () => {
  type Operation = { responses: { 200: Json<"pet"> } };
  expectTypeOf<CallResult<Operation, { parseAs: "blob" }>["data"]>().toEqualTypeOf<Blob>();
  expectTypeOf<CallResult<Operation, { parseAs: "text" }>["data"]>().toEqualTypeOf<string>();
});

test("304 is an answer only to If-None-Match", () => {
  interface Read {
    responses: { 200: Json<"pet">; 304: { content?: never }; 404: Json<"gone"> };
  }
  expectTypeOf<CallResult<Read>["status"]>().toEqualTypeOf<200 | 404>();
  type Plain = CallResult<Read, { params: { header: { "X-Other": string } } }>;
  expectTypeOf<Plain["status"]>().toEqualTypeOf<200 | 404>();
  type Asked = CallResult<Read, { params: { header: { "If-None-Match": string } } }>;
  expectTypeOf<Asked["status"]>().toEqualTypeOf<200 | 304 | 404>();
});
