import { describe, expect, it } from 'vitest'
import { isForeign } from '#adapters/sentry/foreign-errors.ts'

const thrown = (type: string, value: string, ...filenames: readonly string[]) => ({
  exception: {
    values: [{ type, value, stacktrace: { frames: filenames.map((filename) => ({ filename })) } }],
  },
})
const ours = 'https://evenkeel.example/app-1.js'

describe('errors caused by browser extensions', () => {
  it.each([
    thrown('TypeError', 'x is undefined', ours, 'chrome-extension://abc/content.js'),
    thrown('TypeError', 'x is undefined', 'moz-extension://abc/content.js'),
    thrown('TypeError', 'x is undefined', 'safari-web-extension://abc/content.js'),
    thrown('TypeError', 'x is undefined', 'webkit-masked-url://hidden/'),
    thrown(
      'NotFoundError',
      "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
      ours,
    ),
    thrown(
      'NotFoundError',
      "Failed to execute 'insertBefore' on 'Node': The node before which the new node is to be inserted is not a child of this node.",
      ours,
    ),
    thrown(
      'NotFoundError',
      'Node.removeChild: The node to be removed is not a child of this node',
      ours,
    ),
    thrown(
      'NotFoundError',
      'Node.insertBefore: Child to insert before is not a child of this node',
      ours,
    ),
    thrown('NotFoundError', 'The object can not be found here.', ours),
  ])('are foreign: $exception.values.0.value', (event) => {
    expect(isForeign(event)).toBe(true)
  })

  it.each([
    thrown('TypeError', 'x is undefined', ours),
    thrown('NotFoundError', 'No such plan', ours),
    thrown('Error', 'Refused'),
    {},
  ])('are not confused with our own', (event) => {
    expect(isForeign(event)).toBe(false)
  })
})
