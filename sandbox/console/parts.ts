import { html } from './html.ts'
import type { Markup } from './html.ts'

/** The data of a part of the page, or why it cannot be shown; `elsewhere` for a real service. */
export type Part<T> = { data: T } | { problem: string } | 'elsewhere'

const shown = 20

export const timeOf = (at: string | number) => {
  const date = new Date(typeof at === 'number' ? at * 1000 : at)
  if (Number.isNaN(date.getTime())) return html`–`
  const iso = date.toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 10)} <b>${iso.slice(11, 19)}</b></time>`
}

export const state = (word: string, calm: boolean) =>
  html`<span class="${calm ? 'state' : 'state notice'}">${word}</span>`

/**
 * A table whose columns fold under each other on a narrow screen; `cells` in the order of
 * `columns`.
 */
export const table = (caption: string, columns: string[], rows: Markup[][]) =>
  html` <table>
      <caption class="unseen">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.slice(0, shown).map(
          (cells) =>
            html`<tr>
              ${cells.map((cell, index) => html`<td data-column="${columns[index]}"><div>${cell}</div></td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
    ${rows.length > shown && html`<p class="more">The newest ${shown} of ${rows.length}. The JSON has them all.</p>`}`

export const section = (
  id: string,
  title: string,
  json: string,
  count: number | undefined,
  body: Markup,
) =>
  html` <section id="${id}" aria-labelledby="${id}-title">
    <header>
      <h2 id="${id}-title">
        ${title}${count !== undefined && html` <span class="count">${count}</span>`}
      </h2>
      <a href="${json}" data-key="${id}-json">JSON</a>
    </header>
    ${body}
  </section>`

export const list = <T>(
  part: Part<readonly T[]>,
  {
    id,
    title,
    json,
    empty,
    elsewhere = '',
  }: { id: string; title: string; json: string; empty: string; elsewhere?: string },
  draw: (items: readonly T[]) => Markup,
) => {
  if (part === 'elsewhere')
    return section(id, title, json, undefined, html`<p class="empty">${elsewhere}</p>`)
  if ('problem' in part)
    return section(
      id,
      title,
      json,
      undefined,
      html`<p class="problem" role="status">${part.problem}</p>`,
    )
  const { data } = part
  return section(
    id,
    title,
    json,
    data.length,
    data.length === 0 ? html`<p class="empty">${empty}</p>` : draw(data),
  )
}
