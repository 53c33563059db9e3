import { describe, expect, it } from 'vitest'
import type { World } from '../support/world.ts'

export const describeServerRendering = (world: () => World) =>
  describe('the HTML of the server', () => {
    const html = async (path: string) => (await fetch(world().urls.site + path)).text()

    it('holds the question that the URL names', async () => {
      const { questions } = await world().records.ask<{ questions: { prompt: string }[] }>(
        'coaching/diagnosis/public/questions?kind=survey',
      )
      const third = await html('/sign-up/survey?step=3')
      expect(third).toContain(`>${questions[2]?.prompt}</h1>`)
      expect(third).toContain('>Question 3 of 11 | Evenkeel</title>')
      expect(await html('/sign-up/survey')).toContain(`>${questions[0]?.prompt}</h1>`)
    })

    it('holds the first statement of the money beliefs', async () => {
      expect(await html('/sign-up/money-belief')).toContain('Statement 1 of 16')
    })

    it.each(['choose-subscription-plan', 'create-account', 'verify-email', 'payment', 'personal-details', 'download-app'])(
      'holds the layout of %s for whoever asks',
      async (step) => {
        expect(await html(`/sign-up/${step}`)).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
      },
    )
  })
