/** A PDF of one page with these lines of text. Characters outside of Latin-1 become question marks. */
export function pdf(lines: string[]): Buffer {
  const shown = lines.map(
    (line, index) => `${index === 0 ? "/F 16 Tf" : "/F 11 Tf"} (${escaped(line)}) Tj T*`,
  );
  const content = `BT 60 780 Td 20 TL\n${shown.join("\n")}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + end, "latin1");
}

/** The euro sign is outside of Latin-1, and has another place in the font's encoding. */
function escaped(text: string): string {
  return text
    .replaceAll("€", "\x80")
    .replaceAll("−", "-")
    .replaceAll(/[^\x20-\xff]/g, "?")
    .replaceAll(/[\\()]/g, "\\$&");
}
