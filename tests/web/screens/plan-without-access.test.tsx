// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { aSubscriber } from '#tests/support/orders.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { EnrollVerifyScreen } from '#web/screens/account/enroll-verify-screen.tsx'
import { DetailsScreen } from '#web/screens/details/details-screen.tsx'
import { DownloadScreen } from '#web/screens/download/download-screen.tsx'

vi.mock('gatsby', () => ({ navigate: () => {}, Link: () => null }))

const screens = {
  'the personal details': <DetailsScreen journey="sign-up" />,
  'the email of a quick sign-up': <EnrollVerifyScreen journey="enroll" />,
  'the app': <DownloadScreen journey="sign-up" />,
}

it.each(
  Object.keys(screens).flatMap((step) =>
    (['unpaid', 'paused'] as const).map(
      (status) => [step as keyof typeof screens, status] as const,
    ),
  ),
)(
  'the step %s refers to the account instead of a welcome when the plan is %s',
  async (step, status) => {
    const page = await aPageLoad(await aSubscriber())
    const { subscription } = page.global.profile!
    page.global.changeSubscription({ ...subscription!, status })
    showScreen(page, screens[step])
    screen.getByText(/^Your plan is (on hold|paused)/)
    screen.getByText(/Your account shows/)
    expect(screen.queryByText(/You’re in|in a separate email|emailed the details/)).toBeNull()
  },
)
