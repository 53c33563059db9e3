import { describe, expect, it } from 'vitest'
import {
  resolveStep,
  hasSavedCard,
  hasStep,
  isResultStep,
  isSubscribed,
  journeys,
  journeyStart,
  leadsToAccount,
  mayOpen,
  nextStep,
  planPath,
  previousStep,
  resumeStep,
  stepPath,
  unfinishedStep,
  verifiesBeforePayment,
} from '#core/model/journeys.ts'
import { annual, aSubscription, aVisitor } from '#tests/support/a-visitor.ts'

const ready = () =>
  aVisitor().whoFinishedSurvey().whoAssessedBeliefs().whoSaw('money-belief-result').whoChose(annual)

const savedCard = {
  stripePaymentMethodId: 'pm_1',
  stripeSetupIntent: { id: 'seti_1', clientSecret: 'seti_1_secret_1' },
}

describe('the sign-up journey', () => {
  it('begins with the survey for a new visitor', () => {
    expect(resumeStep('sign-up', aVisitor().state)).toBe('survey')
  })

  it.each(journeys['sign-up'].map(({ id }) => id))(
    'sends a new visitor who opens %s to the survey',
    (step) => {
      expect(resolveStep('sign-up', step, aVisitor().state)).toBe('survey')
    },
  )

  it('leads through its steps in order, in both variants', () => {
    const walk = (variant: '1 Step' | '3 Steps') => {
      const { state } = aVisitor().ofVariant(variant)
      const steps = ['survey' as string]
      for (
        let step = nextStep('sign-up', 'survey', state);
        step;
        step = nextStep('sign-up', step, state)
      )
        steps.push(step)
      return steps
    }
    const rest = [
      'choose-subscription-plan',
      'create-account',
      'verify-email',
      'payment',
      'personal-details',
      'download-app',
    ]
    expect(walk('1 Step')).toEqual(['survey', 'money-belief', 'money-belief-result', ...rest])
    expect(walk('3 Steps')).toEqual([
      'survey',
      'money-belief',
      'money-belief-overview',
      'money-belief-behavior',
      'money-belief-manage',
      ...rest,
    ])
  })

  it('opens a finished step again', () => {
    expect(resolveStep('sign-up', 'survey', ready().state)).toBe('survey')
    expect(resolveStep('sign-up', 'choose-subscription-plan', ready().state)).toBe(
      'choose-subscription-plan',
    )
  })

  it('sends a visitor who opens a later step to the first unfinished one', () => {
    expect(resolveStep('sign-up', 'payment', ready().state)).toBe('create-account')
    expect(resolveStep('sign-up', 'payment', ready().whoSignedUp().state)).toBe('verify-email')
    expect(
      resolveStep('sign-up', 'payment', ready().whoSignedUp({ emailVerified: true }).state),
    ).toBe('payment')
  })

  it('does not open create-account for a signed-in visitor', () => {
    expect(resolveStep('sign-up', 'create-account', ready().whoSignedUp().state)).toBe(
      'verify-email',
    )
  })

  it.each([
    ['1 Step', 'money-belief-overview', 'money-belief-result'],
    ['3 Steps', 'money-belief-result', 'money-belief-overview'],
  ] as const)('sends a visitor of the variant %s who opens %s to %s', (variant, opened, own) => {
    const { state } = aVisitor().ofVariant(variant).whoFinishedSurvey().whoAssessedBeliefs()
    expect(resolveStep('sign-up', opened, state)).toBe(own)
  })

  it('shows the three result screens one after the other', () => {
    const visitor = aVisitor().ofVariant('3 Steps').whoFinishedSurvey().whoAssessedBeliefs()
    expect(resolveStep('sign-up', 'money-belief-manage', visitor.state)).toBe(
      'money-belief-overview',
    )
    expect(
      resolveStep(
        'sign-up',
        'money-belief-behavior',
        visitor.whoSaw('money-belief-overview').state,
      ),
    ).toBe('money-belief-behavior')
  })

  it('sends a subscriber to the first unfinished step after payment, or to download-app if there is none', () => {
    const subscriber = ready().whoSignedUp({ emailVerified: true }).whoSubscribed()
    expect(resolveStep('sign-up', 'survey', subscriber.state)).toBe('personal-details')
    expect(resolveStep('sign-up', 'payment', subscriber.state)).toBe('personal-details')
    expect(resolveStep('sign-up', 'payment', subscriber.whoGaveDetails().state)).toBe(
      'download-app',
    )
  })

  it('sends a subscriber on a new device to the first unfinished step after payment', () => {
    const { state } = aVisitor().whoSignedUp({ emailVerified: true }).whoSubscribed()
    expect(resumeStep('sign-up', state)).toBe('personal-details')
  })

  it('asks for payment again when the subscription has ended', () => {
    const visitor = ready().whoSignedUp({ emailVerified: true })
    expect(
      resumeStep('sign-up', visitor.whoSubscribed(aSubscription({ status: 'canceled' })).state),
    ).toBe('payment')
  })

  it('continues on another device from what the server knows', () => {
    const { state } = aVisitor().whoSignedUp({ emailVerified: true }).whoAnsweredElsewhere()
    expect(resumeStep('sign-up', state)).toBe('choose-subscription-plan')
  })

  it('skips steps that can no longer be opened on the way back', () => {
    const { state } = ready().whoSignedUp({ emailVerified: true })
    expect(previousStep('sign-up', 'payment', state)).toBe('choose-subscription-plan')
    expect(previousStep('sign-up', 'survey', state)).toBeNull()
  })

  it('skips steps that can no longer be opened on the way forward', () => {
    const { state } = ready().whoSignedUp({ emailVerified: true })
    expect(nextStep('sign-up', 'choose-subscription-plan', state)).toBe('payment')
  })

  it('names the path of a step as the specification does', () => {
    expect(stepPath('sign-up', 'choose-subscription-plan')).toBe(
      '/sign-up/choose-subscription-plan',
    )
  })
})

describe('the quick journey', () => {
  const withCard = aVisitor().with(savedCard)

  it.each(journeys.enroll.map(({ id }) => id))(
    'sends a new visitor who opens %s to the card step',
    (step) => {
      expect(resolveStep('enroll', step, aVisitor().state)).toBe('payment')
    },
  )

  it('leads through its steps in order', () => {
    const { state } = aVisitor()
    expect(nextStep('enroll', 'payment', state)).toBe('create-account')
    expect(nextStep('enroll', 'create-account', state)).toBe('verify-email')
    expect(nextStep('enroll', 'verify-email', state)).toBe('download-app')
  })

  it('opens the card step again until there is a subscription', () => {
    expect(resolveStep('enroll', 'payment', withCard.state)).toBe('payment')
    expect(resolveStep('enroll', 'payment', withCard.whoSignedUp().state)).toBe('payment')
    expect(resolveStep('enroll', 'payment', withCard.whoSignedUp().whoSubscribed().state)).toBe(
      'verify-email',
    )
  })

  it('stays on the account step until the subscription exists', () => {
    expect(resumeStep('enroll', withCard.whoSignedUp().state)).toBe('create-account')
    expect(
      resolveStep('enroll', 'verify-email', withCard.whoSignedUp({ emailVerified: true }).state),
    ).toBe('create-account')
  })

  it('asks for a card again when the previous one was refused', () => {
    expect(resolveStep('enroll', 'create-account', aVisitor().whoSignedUp().state)).toBe('payment')
  })

  it('sends a subscriber with a confirmed email to download-app, even on a new device', () => {
    const { state } = aVisitor().whoSignedUp({ emailVerified: true }).whoSubscribed()
    expect(resolveStep('enroll', 'create-account', state)).toBe('download-app')
  })

  it('takes the card first and then the account', () => {
    expect(resumeStep('enroll', aVisitor().state)).toBe('payment')
    expect(resumeStep('enroll', aVisitor().with(savedCard).state)).toBe('create-account')
  })

  it('asks a subscriber to confirm the email', () => {
    const visitor = aVisitor().with(savedCard).whoSignedUp().whoSubscribed()
    expect(resumeStep('enroll', visitor.state)).toBe('verify-email')
  })
})

describe('the assessment', () => {
  it('ends with the result', () => {
    const { state } = aVisitor()
      .whoFinishedSurvey()
      .whoAssessedBeliefs()
      .whoSaw('money-belief-result')
    expect(resumeStep('assessment', state)).toBe('money-belief-result')
    expect(nextStep('assessment', 'money-belief-result', state)).toBeNull()
  })

  it('ends with the third result screen in the variant with three', () => {
    const { state } = aVisitor()
      .ofVariant('3 Steps')
      .whoFinishedSurvey()
      .whoAssessedBeliefs()
      .whoSaw('money-belief-overview')
    expect(nextStep('assessment', 'money-belief-overview', state)).toBe('money-belief-behavior')
    expect(nextStep('assessment', 'money-belief-manage', state)).toBeNull()
  })

  it('counts towards the sign-up, which continues after the result', () => {
    expect(resumeStep('sign-up', ready().with({ subscriptionProduct: null }).state)).toBe(
      'choose-subscription-plan',
    )
  })

  it('can be taken again by a subscriber', () => {
    const subscriber = aVisitor()
      .whoSignedUp({ emailVerified: true })
      .whoSubscribed()
      .whoAnsweredElsewhere()
    expect(resolveStep('assessment', 'survey', subscriber.state)).toBe('survey')
    expect(resolveStep('assessment', 'money-belief-result', subscriber.state)).toBe(
      'money-belief-result',
    )
  })
})

describe('unfinishedStep', () => {
  const begun = { startedTimeStamp: 1 }

  it('returns null for a new visitor, and for one who has seen download-app', () => {
    expect(unfinishedStep(aVisitor().state)).toBeNull()
    expect(unfinishedStep(ready().with(begun).whoSaw('download-app').state)).toBeNull()
  })

  it.each([
    ['sign-up', ready().with(begun), 'create-account'],
    ['enroll', aVisitor().with({ ...begun, journey: 'enroll', ...savedCard }), 'create-account'],
    [
      'assessment',
      aVisitor()
        .with({ ...begun, journey: 'assessment' })
        .whoFinishedSurvey(),
      'money-belief',
    ],
  ] as const)(
    'returns the first unfinished step of the latest journey, %s',
    (journey, visitor, step) => {
      expect(unfinishedStep(visitor.state)).toEqual({ journey, step })
    },
  )

  it('returns the first unfinished step of a user on a new device', () => {
    const elsewhere = aVisitor().whoSignedUp({ emailVerified: true }).whoAnsweredElsewhere()
    expect(unfinishedStep(elsewhere.state)).toEqual({
      journey: 'sign-up',
      step: 'choose-subscription-plan',
    })
    expect(unfinishedStep(elsewhere.whoSubscribed().state)).toEqual({
      journey: 'sign-up',
      step: 'personal-details',
    })
    expect(unfinishedStep(elsewhere.whoSubscribed().whoGaveDetails().state)).toBeNull()
  })

  it('returns download-app for a subscriber who began the sign-up and gave all details', () => {
    const done = ready()
      .with(begun)
      .whoSignedUp({ emailVerified: true })
      .whoSubscribed()
      .whoGaveDetails()
    expect(unfinishedStep(done.state)).toEqual({ journey: 'sign-up', step: 'download-app' })
  })

  it('returns the step of an assessment that a subscriber began again and has not finished', () => {
    const again = aVisitor()
      .with({ ...begun, journey: 'assessment' })
      .whoSignedUp()
      .whoSubscribed()
    expect(unfinishedStep(again.state)).toEqual({ journey: 'assessment', step: 'survey' })
  })

  it('returns the step of an assessment begun after the app was reached, until it is finished', () => {
    const member = aVisitor()
      .with({ ...begun, journey: 'assessment' })
      .whoSaw('download-app')
      .whoSignedUp()
      .whoSubscribed()
    expect(unfinishedStep(member.state)).toEqual({ journey: 'assessment', step: 'survey' })
    const finished = member.whoAnsweredElsewhere()
    expect(unfinishedStep(finished.state)).toBeNull()
    const ended = finished.whoSubscribed(aSubscription({ status: 'canceled' }))
    expect(unfinishedStep(ended.state)).toBeNull()
  })

  it('returns null once a subscriber has finished the assessment again', () => {
    const again = aVisitor()
      .with({ ...begun, journey: 'assessment' })
      .whoSignedUp()
      .whoSubscribed()
      .whoAnsweredElsewhere()
    expect(unfinishedStep(again.state)).toBeNull()
  })
})

describe('mayOpen', () => {
  it.each([
    ['/', true],
    ['/sign-in', true],
    ['/sign-up/email-confirmed', true],
    ['/sign-up/choose-subscription-plan', true],
    ['/sign-up/payment', false],
    ['/sign-up/money-belief-overview', false],
    ['/account', false],
  ])('says whether a visitor who has chosen a plan may open %s: %s', (path, may) =>
    expect(mayOpen(path, ready().state)).toBe(may),
  )

  it('lets those who are signed in see their account', () => {
    expect(mayOpen('/account', aVisitor().whoSignedUp().state)).toBe(true)
  })
})

describe('planPath', () => {
  it('is the plan step for those who finished the check-up, else the start of the quick sign-up', () => {
    const ended = aSubscription({ status: 'canceled' })
    const quick = aVisitor().whoSignedUp({ emailVerified: true }).whoSubscribed(ended)
    const path = '/enroll/payment'
    expect(planPath(quick.state)).toBe(path)
    expect(mayOpen(path, quick.state)).toBe(true)
    expect(planPath(quick.whoFinishedSurvey().state)).toBe(path)
    expect(planPath(quick.whoAnsweredElsewhere().state)).toBe('/sign-up/choose-subscription-plan')
  })
})

describe('the table of journeys', () => {
  it.each([
    ['sign-up', '/sign-up/survey'],
    ['enroll', '/enroll/payment'],
    ['assessment', '/assessment/survey'],
  ] as const)('begins the %s at %s', (journey, path) => expect(journeyStart(journey)).toBe(path))

  it('tells which steps a journey has, and which show the result', () => {
    expect([
      hasStep('sign-up', 'choose-subscription-plan'),
      hasStep('enroll', 'choose-subscription-plan'),
    ]).toEqual([true, false])
    expect(journeys.assessment.map(({ id }) => id).filter(isResultStep)).toEqual([
      'money-belief-result',
      'money-belief-overview',
      'money-belief-behavior',
      'money-belief-manage',
    ])
  })

  it('resumes a finished journey at its last step, and redirects from steps that it does not have', () => {
    const done = ready().whoSignedUp({ emailVerified: true }).whoSubscribed().whoGaveDetails()
    expect(resumeStep('sign-up', done.state)).toBe('download-app')
    expect(resolveStep('enroll', 'survey', aVisitor().state)).toBe('payment')
    expect(resolveStep('enroll', 'money-belief-result', aVisitor().state)).toBe('payment')
  })

  it('sends a visitor from a screen of the other variant to their own, even when theirs are all seen', () => {
    const seen = ready()
      .ofVariant('3 Steps')
      .whoSaw('money-belief-overview', 'money-belief-behavior', 'money-belief-manage')
    expect(resolveStep('sign-up', 'money-belief-result', seen.state)).toBe('money-belief-overview')
  })

  it('returns no previous step for a step that is not part of the visitor’s journey', () => {
    expect(previousStep('sign-up', 'money-belief-overview', aVisitor().state)).toBeNull()
  })
})

describe('isSubscribed', () => {
  it('trusts persisted state only until the profile is loaded, and never for a signed-out visitor', () => {
    const signedUp = aVisitor().with({ stripeSubscription: aSubscription() }).whoSignedUp().state
    expect(isSubscribed({ ...signedUp, profile: null })).toBe(true)
    expect(isSubscribed(signedUp)).toBe(false)
    expect(isSubscribed({ ...signedUp, profile: null, user: null })).toBe(false)
  })
})

describe('hasSavedCard', () => {
  it('is true only with both the payment method and the setup intent', () => {
    const of = (changes: object) =>
      hasSavedCard(aVisitor().with({ ...savedCard, ...changes }).state.signUp)
    expect([of({}), of({ stripePaymentMethodId: '' }), of({ stripeSetupIntent: null })]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('leadsToAccount', () => {
  const subscriber = (status: 'unpaid' | 'paused' | 'active') =>
    ready().whoSignedUp().whoSubscribed(aSubscription({ status })).state

  it.each(['choose-subscription-plan', 'create-account', 'payment'] as const)(
    'leads an unpaid or paused subscriber from %s to the account',
    (step) => {
      expect([
        leadsToAccount(step, subscriber('unpaid'), false),
        leadsToAccount(step, subscriber('paused'), false),
      ]).toEqual([true, true])
    },
  )

  it('leads to the account when the order revealed an existing subscription', () => {
    expect([
      leadsToAccount('payment', subscriber('active'), true),
      leadsToAccount('payment', subscriber('active'), false),
    ]).toEqual([true, false])
  })

  it('returns false for other steps or without a subscription', () => {
    expect(leadsToAccount('survey', subscriber('unpaid'), true)).toBe(false)
    expect(leadsToAccount('payment', ready().whoSignedUp().state, true)).toBe(false)
  })
})

describe('the personal details', () => {
  it.each(['firstName', 'lastName', 'birthYear'] as const)(
    'are asked for while %s is missing',
    (field) => {
      const { state } = ready()
        .whoSignedUp({ emailVerified: true })
        .whoSubscribed()
        .whoGaveDetails()
      const profile = state.profile && { ...state.profile, [field]: null }
      expect(resumeStep('sign-up', { ...state, profile })).toBe('personal-details')
    },
  )
})

describe('verifiesBeforePayment', () => {
  it('is true only for the sign-up', () => {
    expect(verifiesBeforePayment('sign-up')).toBe(true)
    expect(verifiesBeforePayment('enroll')).toBe(false)
  })
})
