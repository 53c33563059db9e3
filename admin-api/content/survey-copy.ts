import type { PillarId } from '../domain/questionnaire.ts'
import type { Band, NextStep } from '../domain/results.ts'

type PerBand<Value> = Readonly<Record<Band, Value>>

export const pillarNames: Readonly<Record<PillarId, string>> = {
  spend: 'everyday spending',
  save: 'saving',
  borrow: 'borrowing',
  plan: 'planning ahead',
}

export const pictureSentences: Readonly<Record<string, string>> = {
  'calm-lake': 'You pictured a calm lake: still water is worth protecting.',
  'winding-path': 'You pictured a winding path: you are on your way, one bend at a time.',
  'rough-sea': 'You pictured a rough sea: holding your course through it takes strength.',
  juggler: 'You pictured a juggler: a lot is in the air, and you have kept it there.',
}

export const bandCopy: PerBand<{ readonly headline: string; readonly summary: string }> = {
  vulnerable: {
    headline: 'A few small moves will steady the boat',
    summary:
      'Money is asking a lot of you at the moment. That says little about how hard you try. One small change, kept up, makes the next one easier.',
  },
  coping: {
    headline: 'You are afloat, with room to steady up',
    summary:
      'Some of what matters is already in place. A few habits in the right places will do more than a big effort everywhere.',
  },
  healthy: {
    headline: 'You are on an even keel',
    summary:
      'Your money does what you ask of it. From here it’s about keeping it that way and pointing it at what you care about.',
  },
}

/**
 * The advice for each question of a pillar, by the band of its answer. It is given for the pillar's
 * weakest answer, so each text must be true whatever else was answered. A band that is never the
 * weakest has none.
 */
export const adviceCopy: Readonly<Record<string, Partial<PerBand<string>>>> = {
  'spending-vs-income': {
    vulnerable:
      'More goes out than comes in. Go through last month, and begin with the one cost you would miss least.',
    coping:
      'Your spending stays close to your income. Look at last month once, pick the one cost you would miss least, and keep that money.',
    healthy:
      'You spend much less than you earn. Keep it light: one short check a month is enough to stay there.',
  },
  'bills-on-time': {
    vulnerable:
      'Many of your bills are paid late. Start with the dates: move what you can to just after payday, and put the bills first.',
    coping:
      'Now and then a bill is late. Move what you can to just after payday, and let the regular ones pay themselves.',
  },
  'emergency-savings': {
    vulnerable:
      'Your cushion is still thin. Aim for one more week of costs before anything larger; even a small amount moved on payday counts.',
    coping:
      'You have a cushion of a few months. Choose an amount that moves to savings by itself on payday, and make six months of costs your next goal.',
    healthy:
      'You could manage for a good while without income. Once a year, check that the money for later is somewhere it can grow.',
  },
  'long-term-confidence': {
    vulnerable:
      'You doubt that you’re saving enough for later. Add up what your pension and savings would pay a month; a rough figure is enough to begin.',
    coping:
      'You’re not quite sure that you’re saving enough for later. Find out what your pension and savings would pay a month, and whether what you put in still fits.',
    healthy:
      'You’re sure that you’re saving enough for later. Once a year, check that the money is somewhere it can grow.',
  },
  'debt-kinds': {
    vulnerable:
      'Cards, short-term loans and overdue bills can grow quickly. Put every spare amount towards the one with the highest rate, and pay the minimum on any others.',
    coping:
      'What you owe takes time to pay back. Put any spare amount towards the debt with the highest rate, and pay the minimum on any others.',
    healthy:
      'You have none of the costlier debts. Keep new borrowing for things that outlast the loan.',
  },
  'debt-manageable': {
    vulnerable:
      'What you owe is far more than you can manage right now. Put it on one page: who, how much, what rate, when. Then call the lender charging the most and ask what they can change; a free debt adviser can help you.',
    coping:
      'What you owe is a bit more than you can manage. Put it on one page, then call the lender charging the most and ask for a lower rate or payment.',
  },
  'planning-ahead': {
    vulnerable:
      'You take each month as it comes. Write down the two largest costs of the next half year; seeing them early takes away most of their sting.',
    coping:
      'Part of this is in place. Set an hour aside to see what your insurance would really pay, and note the gap you would close first.',
    healthy:
      'You plan ahead and you’re insured. Look it over when life changes: a move, a child, a new job.',
  },
}

/** Advice on spending for an income that changes a lot, by the band of the weakest answer. */
export const irregularIncomeAdvice: PerBand<string> = {
  vulnerable:
    'When your income varies, a fixed budget breaks easily. List what must be paid, pay that first whenever money comes in, and decide on the rest after.',
  coping:
    'Your income varies. Pay yourself the same amount each month from one account, and let the good months fill it.',
  healthy:
    'You spend much less than you earn, even on an uneven income. Keep one ordinary month of costs in the account you pay from, and you can stop watching it.',
}

const withDecadesLeft: PerBand<string> = {
  vulnerable:
    'You doubt that you’re saving enough for later. Time is on your side: small amounts have decades to grow. Find out first whether your employer adds to what you put in.',
  coping:
    'You’re not quite sure that you’re saving enough for later. Check whether your employer would add more if you put in more; what goes in now has decades to grow.',
  healthy:
    'You’re sure that you’re saving enough for later. Once a year, check that the money is somewhere it can grow: it has decades.',
}

const withFewYearsLeft: PerBand<string> = {
  vulnerable:
    'You doubt that you’re saving enough for later. Ask each pension what it would pay a month, and from which age; a year sooner or later can change the sum.',
  coping:
    'You’re not quite sure that you’re saving enough for later. Ask each pension what it would pay a month, and from which age, and compare that with what you spend now.',
  healthy:
    'You’re sure that you’re saving enough for later. Once a year, check when each pension can begin, and that the money is invested for the year you’ll need it.',
}

/** Advice on later life for an option of `age-band`, by the band of the weakest answer. */
export const laterLifeAdvice: Readonly<Record<string, PerBand<string>>> = {
  '18-24': withDecadesLeft,
  '25-34': withDecadesLeft,
  '55-64': withFewYearsLeft,
}

export const pillarSteps: Readonly<Record<PillarId, PerBand<NextStep>>> = {
  spend: {
    vulnerable: {
      title: 'Line up bills with payday',
      text: 'Ask two billers to move your due date to the days after your income arrives. Most can do it in one call.',
    },
    coping: {
      title: 'Cut one cost',
      text: 'Read through last month and cancel the one payment you would miss least. Do it the same day.',
    },
    healthy: {
      title: 'Set aside ten minutes a month',
      text: 'Pick a day, look at what came in and went out, and change nothing unless something surprises you.',
    },
  },
  save: {
    vulnerable: {
      title: 'Save one more week’s costs',
      text: 'Open a separate account and move a small amount on payday, before anything else. Stop only when another week is covered.',
    },
    coping: {
      title: 'Make saving automatic',
      text: 'Set up a transfer for the morning after payday. Start with an amount you will not notice, and raise it in three months.',
    },
    healthy: {
      title: 'Check your long-term savings',
      text: 'Check what your long-term savings cost in fees and whether they still fit the year you will need them.',
    },
  },
  borrow: {
    vulnerable: {
      title: 'List what you owe on one page',
      text: 'Write down each lender, amount, rate and date. Call the one with the highest rate and ask for a lower payment or a break.',
    },
    coping: {
      title: 'Pay one debt first',
      text: 'Choose the debt with the highest rate. Pay the minimum on the others and everything spare on this one.',
    },
    healthy: {
      title: 'Set your rule for borrowing',
      text: 'Write one sentence on what you would borrow for and what you would not. A rule is easier to keep once it is written down.',
    },
  },
  plan: {
    vulnerable: {
      title: 'Name the next two big costs',
      text: 'Look six months ahead, write down the two largest costs, and divide each by the months that are left.',
    },
    coping: {
      title: 'Read one insurance policy',
      text: 'Take the cover you rely on most and find out what it would pay and after how long. Note one question to ask.',
    },
    healthy: {
      title: 'Tell one person where things are',
      text: 'Write down your accounts, policies and wishes on one page, and let someone you trust know where it is.',
    },
  },
}

/** The next step for each option of `main-goal`. */
export const goalSteps: Readonly<Record<string, NextStep>> = {
  'feel-calmer': {
    title: 'Give money a set time each week',
    text: 'Choose half an hour for money and leave it alone the rest of the time. Worry has less room when it has an appointment.',
  },
  'spend-with-a-plan': {
    title: 'Start tracking your spending',
    text: 'Note what you spend, without changing it. Two weeks are enough to see where it goes.',
  },
  'build-savings': {
    title: 'Name your savings',
    text: 'Give the account the name of what it is for. Money with a purpose tends to stay where it is.',
  },
  'pay-down-debt': {
    title: 'Find the date you will be debt-free',
    text: 'Work out when your first debt will be gone at today’s pace, then see what a little more each month does to that date.',
  },
  'big-purchase': {
    title: 'Put a number and a month on it',
    text: 'Write down what the step will cost and when you want to take it. Divide the cost by the number of months.',
  },
  'retire-well': {
    title: 'Work out your retirement income',
    text: 'Collect your pension and savings statements and add up what they promise to pay each month. A rough figure is enough to begin.',
  },
}
