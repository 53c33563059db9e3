/** A PDF of one page with lines of text, for the invoices. */

/** Helvetica without embedding knows only Latin-1. */
const encoded = (text: string): string =>
  Array.from(text, (char) => {
    if (char === '×') return 'x'
    if ('()\\'.includes(char)) return `\\${char}`
    return char >= ' ' && char <= '~' ? char : '?'
  }).join('')

export const pdfOf = (lines: string[]): Buffer => {
  const text = lines.map((line) => `(${encoded(line)}) Tj T*`).join('\n')
  const content = `BT /F1 11 Tf 16 TL 56 780 Td\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets: number[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(file.length)
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file +=
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}` +
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
