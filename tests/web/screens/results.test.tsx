// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { runInAction } from 'mobx'
import { describe, expect, it, vi } from 'vitest'
import type { Answers, DiagnosisKind } from '#core/model/survey.ts'
import { annual } from '#tests/support/a-visitor.ts'
import { content } from '#tests/support/memory-admin-api-content.ts'
import { signUpAda } from '#tests/support/memory-ports.ts'
import { answersTo } from '#tests/support/questions.ts'
import { buttonClasses, filledButtons } from '#tests/web/support/filled-buttons.ts'
import { aPageLoad, ignore } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { BeliefResultScreen } from '#web/screens/result/belief-result-screens.tsx'
import type { BeliefStep } from '#web/screens/result/belief-result-step.tsx'
import { servedProgress } from '#web/journey/use-progress.ts'
import { MoneyBeliefScreen } from '#web/screens/assessment/money-belief-screen.tsx'
import { SurveyResultStep } from '#web/screens/result/survey-result-step.tsx'
import { ResultsSection } from '#web/screens/your-account/results-section.tsx'

const navigate = vi.hoisted(() => vi.fn<(...to: readonly unknown[]) => void>())

vi.mock('gatsby', () => ({ navigate, Link: () => null }))
vi.mock('#web/components/button.module.css', () => buttonClasses)

const { questionnaires } = content

const surveyAnswers: Answers = {
  ...answersTo(questionnaires.survey, () => 1),
  'emergency-savings': 4,
  'debt-kinds': ['credit-card'],
  'debt-manageable': 'a-bit-more',
}

/** Takes one value for each belief, because the beliefs' statements alternate. */
const beliefAnswers = (...values: readonly [number, number, number, number]): Answers =>
  Object.fromEntries(
    questionnaires.money_belief.questions.map(({ id }, index) => [id, values[index % 4]!]),
  )

let page: PageLoad

/** Somebody with both results. */
const aVisitor = async (survey: Answers = {}, beliefs = beliefAnswers(5, 3, 1, 4)) => {
  page = await aPageLoad()
  page.survey.adopt(questionnaires.survey)
  page.moneyBelief.adopt(questionnaires.money_belief)
  runInAction(() => {
    page.global.abTesting = { moneyBeliefResultVariant: '1 Step' }
  })
  page.global.changeSignUpData({
    survey: { answers: { ...surveyAnswers, ...survey }, diagnosis: null, introPicture: '' },
    moneyBelief: { answers: beliefs, diagnosis: null },
  })
  await page.survey.conclude(ignore)
  await page.moneyBelief.conclude(ignore)
}

type Where = { readonly step?: BeliefStep; readonly journey?: 'sign-up' | 'assessment' }

const show = (
  kind: DiagnosisKind,
  { step = 'money-belief-result', journey = 'sign-up' }: Where = {},
) => {
  const { diagnosis } = page.global.signUpData.survey
  showScreen(
    page,
    <>
      {kind === 'survey' && diagnosis && (
        <SurveyResultStep
          journey={journey}
          progress={servedProgress(journey, { step: 'survey' }, 'Your result')}
          diagnosis={diagnosis}
          direction="forward"
          onBack={ignore}
          onNext={ignore}
          onRetake={ignore}
          resume={null}
        />
      )}
      {kind === 'money_belief' && <BeliefResultScreen journey={journey} step={step} />}
    </>,
  )
}

const heading = (name: string | RegExp) => screen.findByRole('heading', { name })
/** The beliefs that are described outside the disclosures. */
const namesInView = () =>
  [...document.querySelectorAll('section > h2')]
    .filter((title) => !title.closest('details'))
    .map(({ textContent }) => textContent)
const progressWords = () => screen.getByRole('progressbar').getAttribute('aria-valuetext')
const fold = (summary: string) => screen.getByText(summary).closest('details')

describe('the result of the check-up', () => {
  it('says where to begin, and collapses the details of each area', async () => {
    await aVisitor()
    show('survey')
    await heading('Where to begin')
    expect(fold('Read more about each area')?.textContent).toMatch(/Spend.*Save.*Borrow.*Plan/)
    const [first, ...others] = document.querySelectorAll('ol > li')
    expect(first?.querySelector('details')).toBeNull()
    expect(others.map((step) => step.querySelector('details')?.open)).toEqual([false, false])
  })

  it('has one filled button, even while the form for a mail is open', async () => {
    await aVisitor()
    show('survey')
    expect(filledButtons()).toEqual(['Continue'])
    await userEvent.click(screen.getByRole('button', { name: 'Email me my result' }))
    await screen.findByLabelText('Your email')
    expect(filledButtons()).toEqual(['Send'])
  })

  it('leads a member who has a money-belief result to the account, not to the statements', async () => {
    await aVisitor()
    const { user } = await signUpAda(page)
    page.global.enterUser(user, await page.adminApi.profile())
    show('survey', { journey: 'assessment' })
    expect(filledButtons()).toEqual(['Continue'])
    await page.adminApi.saveDiagnosis({
      kind: 'money_belief',
      version: '1',
      answers: beliefAnswers(5, 3, 1, 4),
    })
    const profile = await page.adminApi.profile()
    act(() => page.global.changeProfile(profile))
    expect(filledButtons()).toEqual(['Go to your account'])
    expect(progressWords()).toBe('Check-up: Your result')
    expect(screen.queryByText(/^Next: sixteen short statements/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Retake the statements' }))
    expect(navigate).toHaveBeenLastCalledWith('/assessment/money-belief?step=1', { replace: true })
    await userEvent.click(screen.getByRole('button', { name: 'Go to your account' }))
    expect(navigate).toHaveBeenLastCalledWith('/account')
  })

  it('leads to the statements within the sign-up, whatever results the account has', async () => {
    await aVisitor()
    const { user } = await signUpAda(page)
    await page.adminApi.saveDiagnosis({
      kind: 'money_belief',
      version: '1',
      answers: beliefAnswers(5, 3, 1, 4),
    })
    page.global.enterUser(user, await page.adminApi.profile())
    show('survey')
    expect(filledButtons()).toEqual(['Continue'])
    expect(screen.queryByRole('button', { name: /^Retake/ })).toBeNull()
  })

  it('names free debt advice when debt is rated vulnerable', async () => {
    await aVisitor()
    show('survey')
    expect(screen.getByRole('link', { name: 'StepChange' })).toBeTruthy()
  })

  it('names free debt advice for an unmanageable debt, even if it is only a mortgage', async () => {
    await aVisitor({ 'debt-manageable': 'far-more', 'debt-kinds': ['mortgage'] })
    show('survey')
    expect(screen.getByRole('link', { name: 'StepChange' })).toBeTruthy()
  })

  it('names no debt advice when debt is manageable', async () => {
    await aVisitor({ 'debt-manageable': 'manageable', 'debt-kinds': ['mortgage'] })
    show('survey')
    expect(screen.queryByText('Free debt advice')).toBeNull()
  })

  it('names the area whose questions were declined', async () => {
    const { 'debt-manageable': _, ...answers } = surveyAnswers
    await aVisitor()
    page.global.changeSignUpData({
      survey: {
        answers: { ...answers, 'debt-kinds': 'prefer-not-to-say' },
        diagnosis: null,
        introPicture: '',
      },
    })
    await page.survey.conclude(ignore)
    show('survey')
    expect(screen.getByText(/You preferred not to say anything about Borrow/)).toBeTruthy()
    expect(screen.queryByText('Free debt advice')).toBeNull()
  })

  it('is compared with the signed-in user’s earlier result', async () => {
    await aVisitor()
    const { user } = await signUpAda(page)
    await page.adminApi.saveDiagnosis({
      kind: 'survey',
      version: '1',
      answers: { ...surveyAnswers, 'spending-vs-income': 'much-more' },
    })
    page.global.enterUser(user, await page.adminApi.profile())
    show('survey')
    expect(await heading(/^From \d+ to \d+, and Spend moved the most\.$/)).toBeTruthy()
  })
})

describe('a result on the account page', () => {
  it('nests its headings below the heading of its section', async () => {
    await aVisitor()
    const { user } = await signUpAda(page)
    for (const answer of ['much-more', 'much-less'])
      await page.adminApi.saveDiagnosis({
        kind: 'survey',
        version: '1',
        answers: { ...surveyAnswers, 'spending-vs-income': answer },
      })
    page.global.enterUser(user, await page.adminApi.profile())
    await page.yourAccount.load()
    showScreen(page, <ResultsSection />)
    await screen.findAllByText('Then and now')
    const latest = document.querySelector('details')
    const levels = [...(latest?.querySelectorAll('h1, h2, h3, h4') ?? [])].map(
      ({ tagName, parentElement }) =>
        parentElement?.closest('ol') ? `${tagName} of a step` : tagName,
    )
    expect(levels.slice(0, 3)).toEqual(['H3', 'H3', 'H4 of a step'])
  })
})

describe('the result of the money beliefs', () => {
  it('begins with the loudest belief, and describes quiet ones only under “Read about all four”', async () => {
    await aVisitor()
    show('money_belief')
    await heading('Avoidance speaks loudest: not looking feels safer than knowing.')
    const bars = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(bars.slice(0, 4).map((text) => /^[A-Z][a-z]+/.exec(text ?? '')?.[0])).toEqual([
      'Avoidance',
      'Vigilance',
      'Worship',
      'Status',
    ])
    expect(namesInView()).toEqual(['Avoidance', 'Vigilance'])
    expect(fold('Read about all four')?.textContent).toMatch(
      /Avoidance.*How it shows up.*What helps.*Vigilance.*Worship.*Status/,
    )
  })

  it('says in the progress which of its screens is shown, if there are several', async () => {
    await aVisitor()
    const drawn = page.global.abTesting
    runInAction(() => {
      page.global.abTesting = { moneyBeliefResultVariant: '3 Steps' }
    })
    page.global.leaveStep('money-belief-overview')
    show('money_belief', { step: 'money-belief-behavior' })
    expect(progressWords()).toMatch(/^Beliefs: Your money beliefs, 2 of 3\./)
    await screen.findByText('Read about all four')
    expect(progressWords()).toMatch(/^Beliefs: Your money beliefs, 2 of 3\. About \d min left$/)
    cleanup()
    runInAction(() => {
      page.global.abTesting = drawn
    })
    show('money_belief', { journey: 'assessment' })
    await heading(/^Avoidance speaks loudest/)
    expect(progressWords()).toBe('Beliefs: Your money beliefs')
  })

  it('invites the visitor to choose a plan unless they have chosen one', async () => {
    await aVisitor()
    show('money_belief', { journey: 'assessment' })
    const invitation = await screen.findByText(/^You won’t have to answer anything twice/)
    expect(invitation.textContent).toMatch(
      /twice: next you choose a plan, and you start with free days\.$/,
    )
    act(() => page.global.changeSignUpData({ subscriptionProduct: annual }))
    expect(invitation.textContent).toMatch(/twice, and you start with free days\.$/)
  })

  it('has no more than two beliefs in view when all speak loudly', async () => {
    await aVisitor({}, beliefAnswers(5, 5, 6, 4))
    show('money_belief')
    await heading(/^Status speaks loudest/)
    expect(namesInView()).toEqual(['Status', 'Avoidance'])
  })

  it.each<[string, Parameters<typeof beliefAnswers>, number]>([
    ['all four are loud', [5, 5, 5, 5], 1],
    ['three are loud', [5, 4, 5, 1], 1],
    ['three are a little louder than the rest', [3, 3, 3, 1], 1],
    ['two are loud', [5, 3, 1, 4], 0],
    ['none is loud', [2, 2, 1, 1], 0],
  ])(
    'says where the other beliefs are only if some that stand out are not in view: %s',
    async (_which, values, times) => {
      await aVisitor({}, beliefAnswers(...values))
      show('money_belief')
      await screen.findByText('Read about all four')
      expect(
        screen.queryAllByText(
          'To keep this short, two are below. The others are under “Read about all four”.',
        ),
      ).toHaveLength(times)
    },
  )

  it('is printed as a separate page', async () => {
    await aVisitor()
    show('money_belief')
    await screen.findByText('Read about all four')
    expect(document.querySelector('article')).toBeNull()
    window.dispatchEvent(new Event('beforeprint'))
    const paper = document.querySelector('article')?.textContent ?? ''
    for (const said of ['Your four money beliefs', 'Status', 'What to do about vigilance'])
      expect(paper).toContain(said)
    expect(paper).not.toContain('How status tends to show up')
  })

  it('says that no belief speaks loudly, and refers to the check-up instead', async () => {
    await aVisitor({}, beliefAnswers(2, 2, 1, 1))
    show('money_belief')
    await heading('No belief speaks loudly.')
    expect(screen.getByRole('region', { name: 'Start with your check-up instead' })).toBeTruthy()
    expect(screen.getByText('Read about all four')).toBeTruthy()
  })

  it('shows one sign of each belief when all are quiet', async () => {
    await aVisitor({}, beliefAnswers(2, 2, 1, 1))
    runInAction(() => {
      page.global.abTesting = { moneyBeliefResultVariant: '3 Steps' }
    })
    page.global.leaveStep('money-belief-overview')
    show('money_belief', { step: 'money-belief-behavior' })
    await screen.findByText('Read about all four')
    expect(namesInView()).toEqual(['Avoidance', 'Worship', 'Status', 'Vigilance'])
    const inView = screen.getAllByRole('listitem').filter((item) => !item.closest('details'))
    expect(inView).toHaveLength(4)
  })
})

describe('a retake', () => {
  it('begins with the first question when the URL names no step', async () => {
    await aVisitor()
    page.moneyBelief.retake()
    window.history.replaceState(null, '', '/assessment/money-belief')
    showScreen(
      page,
      <MoneyBeliefScreen journey="assessment" served={{ questionnaire: null, step: null }} />,
    )
    await heading(`“${questionnaires.money_belief.questions[0]?.prompt}”`)
    expect(screen.getByText(/^Your last answers are filled in/)).toBeTruthy()
  })
})
