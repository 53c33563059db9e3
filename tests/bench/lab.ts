/**
 * `npm run bench:lab`: how soon pages are painted and interactive on a mid-range phone and a slow
 * network, alternating with the floors, and how long a click on Next takes. `--rounds=9`.
 */
import { fastify } from 'fastify'
import { aState } from '../journeys/support/a-state.ts'
import { runProduct } from '../journeys/support/product.ts'
import { Records } from '../journeys/support/records.ts'
import { launchChromium } from '../support/chromium.ts'
import { buildFloor, plainPage, serveWithGatsby } from './floors/floors.ts'
import { PRESSED, timeFloorClicks, timeNextQuestions } from './next-question.ts'
import { readOptions } from './options.ts'
import { report } from './report.ts'
import { atMost, interleave, median, spread, verdict } from './statistics.ts'
import { visit } from './throttled-visit.ts'
import type { Visit } from './throttled-visit.ts'

const { rounds } = readOptions({ rounds: { usual: 9 } })
/** In each of these rounds, a whole survey and a whole money-belief assessment are answered. */
const CLICK_ROUNDS = 3

const gatsby = await serveWithGatsby(await buildFloor())
const plain = fastify()
plain.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(plainPage()))
const plainUrl = await plain.listen({ host: '127.0.0.1', port: 0 })
const elsewhere = plainUrl.replace('127.0.0.1', 'elsewhere.localhost')
const product = await runProduct()
const browser = await launchChromium()
try {
  const { site } = product.urls
  const records = new Records(product.urls)
  const pages = {
    H: { url: plainUrl, selector: null },
    G: { url: `${gatsby.url}/`, selector: 'main button' },
    home: { url: `${site}/`, selector: 'main a' },
    survey: { url: `${site}/sign-up/survey`, selector: 'main form input' },
    plans: {
      url: `${site}/sign-up/choose-subscription-plan`,
      selector: 'main fieldset input',
      state: await aState(records, 'choose-subscription-plan', '1 Step'),
    },
    terms: { url: `${site}/termsofuse`, selector: 'main h1' },
  } as const
  type Name = keyof typeof pages
  for (const page of Object.values(pages)) await visit(browser, elsewhere, page)
  const measured = await interleave(
    rounds,
    Object.fromEntries(
      Object.entries(pages).map(([name, page]) => [name, () => visit(browser, elsewhere, page)]),
    ) as Record<Name, () => Promise<Visit>>,
  )
  const paint = (name: Name) => measured[name].map(({ largestPaint }) => largestPaint)
  const interactive = (name: Name) => measured[name].map((each) => each.interactive)
  const shift = (name: Name) => Math.max(...measured[name].map(({ layoutShift }) => layoutShift))
  const rows = (Object.keys(pages) as Name[]).map((name) => {
    const isBarred = name === 'home' || name === 'survey'
    const paints = median(paint(name)) / median(paint('H'))
    const ratio = median(interactive(name)) / median(interactive('G'))
    return [
      name,
      spread(paint(name)),
      paints.toFixed(2),
      isBarred ? `≤ 1.30: ${verdict(paints <= 1.3)}` : '',
      name === 'H' ? '' : spread(interactive(name)),
      name === 'H' ? '' : ratio.toFixed(2),
      isBarred ? `≤ 0.80: ${verdict(ratio <= 0.8)}` : '',
      shift(name).toFixed(3),
    ]
  })
  const surveyed = await aState(records, 'money-belief', '1 Step')
  const clicked = await interleave(CLICK_ROUNDS, {
    survey: () => timeNextQuestions(browser, `${site}/sign-up/survey`),
    'money beliefs': () => timeNextQuestions(browser, `${site}/sign-up/money-belief`, surveyed),
    floor: () => timeFloorClicks(browser, gatsby.url),
  })
  const floorClick = median(clicked.floor.flat())
  const clickRows = (['survey', 'money beliefs'] as const).flatMap((name) => {
    const clicks = clicked[name].flat()
    return [
      [
        `${name}, median of ${clicks.length}`,
        ...atMost(median(clicks), 50, 0),
        (median(clicks) / floorClick).toFixed(2),
      ],
      [`${name}, worst`, ...atMost(Math.max(...clicks), 100, 0), ''],
    ]
  })
  report({
    id: 'lab',
    title: 'In the lab: `npm run bench:lab`',
    words:
      `Chromium, applied throttling (processor 4 times slower, 1.47 Mbit/s, 562 ms a request), empty caches, ${rounds} rounds of all pages in turns, each reached from a page of another site; milliseconds. ` +
      `A page is interactive when React has hydrated what the visitor uses first: on the survey the first answer, on the plans the first of them, which has come from the admin API by then. Clicks: the whole survey and all statements of the money beliefs ${CLICK_ROUNDS} times, in turns with ten clicks on G’s one button, each pressed for ${PRESSED} ms, processor 4 times slower.`,
    tables: [
      {
        head: [
          'page',
          'largest paint',
          'of H',
          'bar',
          'interactive',
          'of G',
          'bar',
          'most layout shift',
        ],
        rows,
      },
      {
        head: [
          'from the tap on an answer, or on Next, to the next question, without the 300 ms a tap waits',
          'ms',
          'bar',
          '',
          'of G',
        ],
        rows: [
          ...clickRows,
          [
            'G: from the click on its button to the new number on it, median',
            floorClick.toFixed(0),
            '',
            '',
            '1.00',
          ],
        ],
      },
    ],
  })
} finally {
  await browser.close()
  await product.stop()
  await plain.close()
  await gatsby.stop()
}
