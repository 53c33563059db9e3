import { beforeEach, describe, expect, it } from 'vitest'

/** An error as a page would throw it. The same `id` is the same error object. */
export type ThrownValue =
  | {
      readonly id: string
      readonly message: string
      readonly cause?: string
      readonly isFrozen?: boolean
    }
  | { readonly thrown: string | number | null }

export type ErrorReporterHarness = {
  /** Reports them one after the other, without a pause. */
  report(
    ...reports: {
      readonly fault: ThrownValue
      readonly context?: Readonly<Record<string, string>>
    }[]
  ): Promise<void> | void
  /** What the service received, oldest first. */
  reports(): Promise<readonly { readonly message: string; readonly context: object }[]>
  fail(): void
  restore(): void
}

/** What every error reporter does. */
export const describeErrorReporterPort = (
  name: string,
  makeHarness: () => Promise<ErrorReporterHarness> | ErrorReporterHarness,
) =>
  describe(`${name} as error reporter port`, () => {
    let harness: ErrorReporterHarness
    const messages = async () => (await harness.reports()).map(({ message }) => message)

    beforeEach(async () => {
      harness = await makeHarness()
      return () => harness.restore()
    })

    it('reports an error once, however often it is given', async () => {
      const first = { fault: { id: 'first', message: 'First' } }
      await harness.report(first, first)
      await expect.poll(messages).toEqual(['First'])
      await harness.report(first, { fault: { id: 'second', message: 'Second' } })
      await expect.poll(messages).toEqual(['First', 'Second'])
    })

    it('reports a frozen error once', async () => {
      const frozen = { fault: { id: 'frozen', message: 'Frozen', isFrozen: true } }
      await harness.report(frozen, frozen)
      await expect.poll(messages).toEqual(['Frozen'])
      await harness.report(frozen, { fault: { id: 'second', message: 'Second' } })
      await expect.poll(messages).toEqual(['Frozen', 'Second'])
    })

    it('distinguishes two errors with the same message', async () => {
      await harness.report(
        { fault: { id: 'one', message: 'Same' } },
        { fault: { id: 'other', message: 'Same' } },
      )
      await expect.poll(messages).toEqual(['Same', 'Same'])
    })

    it('passes the context on', async () => {
      await harness.report({
        fault: { id: 'first', message: 'First' },
        context: { step: 'payment' },
      })
      await expect.poll(() => harness.reports()).toMatchObject([{ context: { step: 'payment' } }])
    })

    it('accepts values that are not errors', async () => {
      await harness.report(
        { fault: { thrown: 'a string' } },
        { fault: { thrown: null } },
        { fault: { thrown: 7 } },
      )
      await expect.poll(messages).toHaveLength(3)
      expect(await messages()).toEqual(
        expect.arrayContaining([expect.stringContaining('a string'), expect.stringContaining('7')]),
      )
    })

    it('does not throw while the service is down, and reports again afterwards', async () => {
      harness.fail()
      await harness.report({ fault: { id: 'during', message: 'During' } })
      harness.restore()
      await harness.report({ fault: { id: 'after', message: 'After' } })
      await expect.poll(messages).toContain('After')
    })
  })
