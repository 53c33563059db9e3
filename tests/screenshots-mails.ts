/**
 * `npm run screenshots:mails`: every mail at 360 and 600 pixels, light and dark, checked with axe,
 * into test-results/mails with its HTML, its plain text and an index page to look through.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { writeNotice } from '#admin-api/mail/notice-mail.ts'
import { createLog } from '#sandbox/log.mjs'
import { projectRoot } from '#sandbox/site-build.ts'
import { lookAt, problemsOf } from './journeys/support/page-checks.ts'
import { launchChromium } from './support/chromium.ts'
import { findChromium } from './support/install-chromium.ts'
import { about, everyCause } from './support/notices.ts'
import { screenshotIndex } from './support/screenshot-index.ts'
import type { Shot } from './support/screenshot-index.ts'

const folder = path.join(projectRoot, 'test-results/mails')
const views = ([360, 600] as const).flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme })),
)

const log = createLog(process.stdout)
process.env['CHROMIUM_PATH'] = await findChromium(log)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const browser = await launchChromium()
const shots: Shot[] = []
const problems: string[] = []
try {
  const page = await browser.newPage()
  for (const [name, cause] of Object.entries(everyCause)) {
    const { subject, html, text } = await writeNotice(cause, about)
    writeFileSync(path.join(folder, `${name}.html`), html)
    writeFileSync(path.join(folder, `${name}.txt`), `Subject: ${subject}\n\n${text}`)
    await page.setContent(html)
    for (const view of views) {
      await lookAt(page, view)
      const found = await problemsOf(page, 'all')
      problems.push(...found.map((problem) => `${name} ${view.width} ${view.scheme}: ${problem}`))
      const file = `${name}-${view.width}-${view.scheme}.png`
      await page.screenshot({ path: path.join(folder, file), fullPage: true })
      shots.push({ file, scene: name, group: 'Mails', path: subject, state: cause.kind, ...view })
    }
  }
  writeFileSync(path.join(folder, 'index.html'), screenshotIndex('Evenkeel', shots))
} finally {
  await browser.close()
}
for (const problem of problems) log.line(problem)
log.line(`${shots.length} pictures: ${path.relative(projectRoot, path.join(folder, 'index.html'))}`)
process.exitCode = problems.length > 0 ? 1 : 0
