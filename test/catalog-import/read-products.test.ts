import { expect, test } from "vitest";
import { readProducts } from "../../server/catalog-import/read-products.ts";

const csv = "Handle,Title,Variant Price\npen,Pen,3\n";
const json = '[{"reference":"pen","name":"Pen","type":"physical","priceInCents":300}]';

test("the format is detected from the content if the extension doesn't identify it", () => {
  for (const [name, text] of [
    ["products.csv", csv],
    ["products.txt", csv],
    ["products.csv", `\ufeff${csv}`],
    ["products.json", json],
    ["products", ` \n${json}`],
    ["products", `\ufeff${json}`],
  ] as const) {
    expect(readProducts(name, Buffer.from(text), "eur").products, name).toMatchObject([
      { name: "Pen", priceInCents: 300 },
    ]);
  }
});

test.for([
  ["an Excel workbook", Buffer.from("PK\x03\x04rest"), "This is a workbook."],
  ["an old Excel workbook", Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), "This is a workbook."],
  ["UTF-16", Buffer.from(`\ufeff${csv}`, "utf16le"), "This isn't UTF-8 text."],
  ["Latin-1", Buffer.from(csv.replace("Pen", "Fé"), "latin1"), "This isn't UTF-8 text."],
  ["an empty file", Buffer.alloc(0), "The file is empty."],
  ["a blank file", Buffer.from("\ufeff \r\n"), "The file is empty."],
  ["a header alone", Buffer.from("Handle,Title,Variant Price\n"), "The file contains no products."],
  [
    "prose",
    Buffer.from("Dear shop,\n\nplease import this.\n"),
    "neither Counterpart's JSON nor a Shopify product export",
  ],
  ["a CSV called .json", Buffer.from(csv), "This isn't JSON"],
] as const)("%s is refused with advice", ([name, bytes, message]) => {
  const file = name === "a CSV called .json" ? "products.json" : "products.csv";
  expect(() => readProducts(file, bytes, "eur")).toThrow(message);
});
