type Part = {
  readonly title: string
  readonly text?: string
  readonly points?: readonly string[]
}

/** A result for print, or as a self-contained file that screen readers can read. */
export type ResultPage = {
  readonly title: string
  /** "21 November 2026" */
  readonly date: string
  readonly summary: string
  readonly scores: readonly {
    readonly name: string
    /** "4.9 of 6, high" */
    readonly words: string
    /** 0 to 1. */
    readonly fraction: number
  }[]
  readonly parts: readonly Part[]
  /** Parts that only the file has, because the printout is a single page. */
  readonly more: readonly Part[]
  readonly evidence: readonly {
    readonly title: string
    readonly rows: readonly {
      readonly prompt: string
      readonly answer: string | null
      readonly counted: string
    }[]
  }[]
  readonly footnote: string
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const style = `:root{color-scheme:light dark;--ink:#0f2a33;--soft:#4a626a;--foam:#f5f8f7;--line:#dbe4e3;--tide:#0a6663}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e8f0ee;--soft:#9db3b8;--foam:#0b1e25;--line:#1f3b44;--tide:#5cc9be}}
body{max-width:42rem;margin:3rem auto;padding:0 1.25rem;font:1.0625rem/1.55 Figtree,system-ui,sans-serif;color:var(--ink);background:var(--foam)}
h1,h2{font:400 2.25rem/1.1 "Instrument Serif",Georgia,serif}h2{margin:2.5rem 0 .5rem;font-size:1.5rem}p{margin:.5rem 0}
.soft,small{color:var(--soft)}table{width:100%;border-collapse:collapse}th,td{padding:.6rem .75rem .6rem 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
th{font-weight:600}td:last-child,th:last-child{padding-right:0;text-align:end;white-space:nowrap}
.bar{display:block;width:12rem;max-width:100%;height:.5rem;margin-top:.5rem;background:var(--line)}.bar i{display:block;height:100%;background:var(--tide)}
.bar,.bar i{print-color-adjust:exact;-webkit-print-color-adjust:exact}li{margin:.35rem 0}tr{break-inside:avoid}
@media print{body{margin:0 auto;background:none}}`

const scoreRow = ({ name, words, fraction }: ResultPage['scores'][number]) =>
  `<tr><th scope="row">${escape(name)}<span class="bar" aria-hidden="true"><i style="width:${Math.round(fraction * 100)}%"></i></span></th><td>${escape(words)}</td></tr>`

const part = ({ title, text, points }: Part) =>
  [
    `<h2>${escape(title)}</h2>`,
    text ? `<p>${escape(text)}</p>` : '',
    points ? `<ul>${points.map((point) => `<li>${escape(point)}</li>`).join('')}</ul>` : '',
  ].join('')

const evidence = ({ title, rows }: ResultPage['evidence'][number]) =>
  [
    `<h2>${escape(title)}</h2><table><thead><tr><th scope="col">Your answer</th><th scope="col">Points</th></tr></thead><tbody>`,
    ...rows.map(
      ({ prompt, answer, counted }) =>
        `<tr><td><span class="soft">${escape(prompt)}</span>${answer === null ? '' : `<br>${escape(answer)}`}</td><td>${escape(counted)}</td></tr>`,
    ),
    '</tbody></table>',
  ].join('')

/** The HTML of the file. Everything in it is text: nothing is loaded and nothing runs. */
export const resultPageHtml = (
  page: ResultPage,
  { language, name }: { language: string; name: string },
): string =>
  [
    `<!doctype html><html lang="${escape(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<title>${escape(`${page.title} | ${name}`)}</title><style>${style}</style></head><body>`,
    `<p class="soft">${escape(`${name}, ${page.date}`)}</p><h1>${escape(page.title)}</h1><p>${escape(page.summary)}</p>`,
    `<h2>Your scores</h2><table><tbody>${page.scores.map(scoreRow).join('')}</tbody></table>`,
    ...[...page.parts, ...page.more].map(part),
    ...page.evidence.filter(({ rows }) => rows.length > 0).map(evidence),
    `<p><small>${escape(page.footnote)}</small></p></body></html>`,
  ].join('\n')
