import { hiddenFields, type Visitor } from "../../../dashboard/dashboard-visitor.ts";

interface Upload {
  /** The page with the form. */
  page: string;
  /** Of the form; the page's address if missing. */
  action?: string;
  field: string;
  file: File;
  fields?: Record<string, string>;
}

/** Sends a form of the dashboard with a file. Returns its page. */
export async function upload(
  visitor: Visitor,
  { page, action = page, field, file, fields = {} }: Upload,
): Promise<{ status: number; text: string }> {
  const form = new FormData();
  const hidden = hiddenFields((await visitor.get(page)).text, action);
  for (const [name, value] of Object.entries({ ...hidden, ...fields })) form.set(name, value);
  form.set(field, file);
  return visitor.send(action, { method: "POST", body: form, headers: { origin: "http://counterpart.test" } });
}

/** Adds a product with this image. */
export function addProductWith(
  visitor: Visitor & { home: string },
  name: string,
  image: Uint8Array<ArrayBuffer>,
) {
  return upload(visitor, {
    ...{ page: `${visitor.home}/products/new`, action: `${visitor.home}/products`, field: "image" },
    file: new File([image], "sea.png"),
    fields: { name, kind: "physical", price: "24.50" },
  });
}

/** Imports a list of products. */
export function importList(visitor: Visitor & { home: string }, list: Uint8Array<ArrayBuffer>) {
  return upload(visitor, {
    page: `${visitor.home}/products/import`,
    field: "file",
    file: new File([list], "a.csv"),
  });
}

/** An import of 7.9 MB, just below the limit. */
export function largeList(): Uint8Array<ArrayBuffer> {
  const lines = ["Handle,Title,Variant Price,Body (HTML)"];
  for (let n = 0, size = 0; size < 7.9 * 1024 ** 2; n++) {
    const line = `h${n},Title ${n},19.99,<p>${"word <b>bold</b> ".repeat(52)}</p>`;
    size += line.length + 1;
    lines.push(line);
  }
  return new Uint8Array(Buffer.from(lines.join("\n")));
}
