import { runDue } from '../billing/schedule.ts'
import { endSubscription } from '../billing/subscriptions.ts'
import { endpoint, listPage, paging } from '../endpoint.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import type { TestClock } from '../objects/test-clocks.ts'
import { integer, required, text } from '../params.ts'
import type { Sandbox } from '../sandbox.ts'

const find = (sandbox: Sandbox, id: string): TestClock => {
  const clock = sandbox.state.testClocks[id]
  if (!clock) throw noSuch('test clock', id)
  return clock
}

const BASE = '/v1/test_helpers/test_clocks'

export const testClockEndpoints = [
  endpoint('POST', BASE, { frozen_time: required(integer), name: text }, (sandbox, { params }) => {
    const clock: TestClock = {
      id: newId('clock'),
      object: 'test_helpers.test_clock',
      created: sandbox.now(),
      deletes_after: sandbox.now() + 30 * 86_400,
      frozen_time: params.frozen_time,
      livemode: false,
      name: params.name ?? null,
      status: 'ready',
      status_details: {},
    }
    sandbox.state.testClocks[clock.id] = clock
    sandbox.emit('test_helpers.test_clock.created', clock)
    return clock
  }),
  endpoint('GET', BASE, paging, (sandbox, { params }) =>
    listPage(BASE, Object.values(sandbox.state.testClocks), params),
  ),
  endpoint('GET', `${BASE}/:id`, {}, (sandbox, { id }) => find(sandbox, id)),
  endpoint(
    'POST',
    `${BASE}/:id/advance`,
    { frozen_time: required(integer) },
    (sandbox, { params, id }) => {
      const clock = find(sandbox, id)
      if (params.frozen_time <= clock.frozen_time) {
        throw invalidRequest(
          "The frozen_time must be after the test clock's current frozen time.",
          {
            param: 'frozen_time',
          },
        )
      }
      runDue(sandbox, id, params.frozen_time)
      clock.frozen_time = params.frozen_time
      sandbox.emit('test_helpers.test_clock.ready', clock)
      return clock
    },
  ),
  endpoint('DELETE', `${BASE}/:id`, {}, (sandbox, { id }) => {
    find(sandbox, id)
    for (const customer of Object.values(sandbox.state.customers)) {
      if (customer.test_clock === id) customer.deleted = true
    }
    for (const subscription of Object.values(sandbox.state.subscriptions)) {
      if (subscription.test_clock === id && subscription.status !== 'canceled') {
        endSubscription(sandbox, subscription, 'cancellation_requested')
      }
    }
    delete sandbox.state.testClocks[id]
    return { id, object: 'test_helpers.test_clock', deleted: true }
  }),
]
