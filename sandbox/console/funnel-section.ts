import type { Funnel, FunnelStep } from './funnel.ts'
import { html } from './html.ts'
import type { Markup } from './html.ts'

const number = new Intl.NumberFormat('en-GB')

const all = (step: FunnelStep) =>
  html` <td>
    <div class="whole">
      <span class="bar" style="width: ${step.share}%"></span>
      <b>${number.format(step.count)}</b> <span class="share">${step.share}%</span>
    </div>
  </td>`

const lost = (step: FunnelStep, index: number) =>
  index === 0
    ? html`<td class="lost"></td>`
    : html`<td class="lost">
        ${step.lost === 0 ? html`<span class="share">none</span>` : html`−${number.format(step.lost)} <span class="share">${step.lostShare}%</span>`}
      </td>`

const part = (step: FunnelStep | undefined) =>
  html`<td>${number.format(step?.count ?? 0)} <span class="share">${step?.share ?? 0}%</span></td>`

const groupNames = { variant: 'By result version', source: 'By first source' } as const

const headOf = ({ splits }: Funnel) => {
  const groups = (['variant', 'source'] as const)
    .map((by) => ({ by, width: splits.filter((split) => split.by === by).length }))
    .filter(({ width }) => width > 0)
  return html` <thead>
    <tr>
      <th scope="col" rowspan="2">Step</th>
      <th scope="col" rowspan="2">All browsers</th>
      <th scope="col" rowspan="2">Lost since the step before</th>
      ${groups.map(({ by, width }) => html`<th scope="colgroup" colspan="${width}" class="group">${groupNames[by]}</th>`)}
    </tr>
    <tr>
      ${splits.map(({ value }, index) => html`<th scope="col" class="${splits[index - 1]?.by === splits[index]?.by ? '' : 'first'}">${value}</th>`)}
    </tr>
  </thead>`
}

const table = (funnel: Funnel) =>
  html` <div
    class="scroll"
    role="region"
    aria-label="${funnel.title}, step by step"
    tabindex="0"
    data-key="funnel-${funnel.journey}"
  >
    <table class="funnel">
      <caption class="unseen">
        ${funnel.title}: how many browsers came how far
      </caption>
      ${headOf(funnel)}
      <tbody>
        ${funnel.steps.map(
          (step, index) =>
            html` <tr>
              <th scope="row">${step.name}</th>
              ${all(step)}${lost(step, index)}${funnel.splits.map(({ steps }) => part(steps[index]))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`

const block = (funnel: Funnel) =>
  html` <h3>${funnel.title}</h3>
    ${(funnel.steps[0]?.count ?? 0) === 0 ? html`<p class="empty">Nobody has begun it yet.</p>` : table(funnel)}`

/** The funnel: how far visitors get, step by step, and where they drop out. */
export const drawFunnels = (funnels: Funnel[]): Markup =>
  html` <p class="empty">
      Each browser counts once, at the last step it reached without leaving one out. Percentages are
      of the browsers at the first step; for the lost ones, of the previous step.
    </p>
    ${funnels.map(block)}`
