import type { Option, Questionnaire } from '../domain/questionnaire.ts'

const debts: readonly Option[] = [
  { id: 'credit-card', label: 'Credit card that I do not pay off each month', points: 30 },
  { id: 'payday-loan', label: 'Payday or other short-term loan', points: 0 },
  { id: 'student-loan', label: 'Student loan', points: 66 },
  { id: 'car-loan', label: 'Car loan', points: 60 },
  { id: 'mortgage', label: 'Mortgage', points: 80 },
  { id: 'family-or-friends', label: 'Money owed to family or friends', points: 50 },
  { id: 'medical-or-overdue', label: 'Medical or overdue bills', points: 20 },
]

/**
 * Four pillars after the Financial Health Network's framework (Spend, Save, Borrow, Plan).
 * Questions without a pillar set the scene and choose the words of the result. Change `version`
 * whenever a question, an option or points change.
 */
export const surveyQuestionnaire: Questionnaire = {
  kind: 'survey',
  version: '1',
  questions: [
    {
      id: 'intro-picture',
      type: 'picture',
      required: true,
      prompt: 'Which picture feels most like your money right now?',
      help: 'Go with the first one that speaks to you.',
      options: [
        { id: 'calm-lake', label: 'A calm lake' },
        { id: 'winding-path', label: 'A winding path' },
        { id: 'rough-sea', label: 'A rough sea' },
        { id: 'juggler', label: 'A juggler' },
      ],
    },
    {
      id: 'main-goal',
      type: 'single',
      required: true,
      prompt: 'What would you most like to change in the next year?',
      options: [
        { id: 'feel-calmer', label: 'Feel calmer about money' },
        { id: 'spend-with-a-plan', label: 'Know where my money goes' },
        { id: 'build-savings', label: 'Have savings to fall back on' },
        { id: 'pay-down-debt', label: 'Owe less' },
        { id: 'big-purchase', label: 'Get ready for a home, a child or another big step' },
        { id: 'retire-well', label: 'Be ready for retirement' },
      ],
    },
    {
      id: 'age-band',
      type: 'single',
      required: true,
      prompt: 'How old are you?',
      help: 'Some steps matter more at some ages.',
      options: [
        { id: '18-24', label: '18 to 24' },
        { id: '25-34', label: '25 to 34' },
        { id: '35-44', label: '35 to 44' },
        { id: '45-54', label: '45 to 54' },
        { id: '55-64', label: '55 to 64' },
        { id: '65-plus', label: '65 or older' },
      ],
    },
    {
      id: 'income-regularity',
      type: 'single',
      required: true,
      prompt: 'How regular is your income?',
      help: 'This does not count towards your score. It shapes the advice.',
      options: [
        { id: 'steady', label: 'About the same every month' },
        { id: 'mostly-steady', label: 'Mostly the same, with some changes' },
        { id: 'varies', label: 'It changes a lot from month to month' },
        { id: 'unpredictable', label: 'I cannot tell what next month brings' },
      ],
    },
    {
      id: 'spending-vs-income',
      type: 'single',
      required: true,
      pillar: 'spend',
      prompt: 'Over the last twelve months, how did your spending compare with your income?',
      options: [
        { id: 'much-less', label: 'Much less than my income', points: 100 },
        { id: 'a-little-less', label: 'A little less', points: 76 },
        { id: 'about-equal', label: 'About the same', points: 50 },
        { id: 'a-little-more', label: 'A little more', points: 24 },
        { id: 'much-more', label: 'Much more than my income', points: 0 },
      ],
    },
    {
      id: 'bills-on-time',
      type: 'single',
      required: true,
      pillar: 'spend',
      prompt: 'How did paying your bills go over the last twelve months?',
      options: [
        { id: 'all', label: 'All of them on time', points: 100 },
        { id: 'nearly-all', label: 'Nearly all on time', points: 66 },
        { id: 'most', label: 'Most on time', points: 40 },
        { id: 'some', label: 'Some on time', points: 20 },
        { id: 'very-few', label: 'Very few on time', points: 0 },
      ],
    },
    {
      id: 'emergency-savings',
      type: 'number',
      required: true,
      pillar: 'save',
      prompt:
        'If your income stopped today, for how many months could you cover your costs from savings?',
      help: 'A rough guess is fine. Enter 0 if it would be less than a month.',
      min: 0,
      max: 36,
      minLabel: 'Less than a month',
      maxLabel: 'Three years or more',
      fullPointsFrom: 6,
    },
    {
      id: 'long-term-confidence',
      type: 'single',
      required: true,
      pillar: 'save',
      prompt:
        'How sure are you that your long-term savings will be enough for what you want later in life?',
      options: [
        { id: 'very', label: 'Very sure', points: 100 },
        { id: 'fairly', label: 'Fairly sure', points: 76 },
        { id: 'somewhat', label: 'Somewhat sure', points: 50 },
        { id: 'slightly', label: 'Only a little', points: 24 },
        { id: 'not-at-all', label: 'Not sure at all', points: 0 },
      ],
    },
    {
      id: 'debt-kinds',
      type: 'multiple',
      required: true,
      pillar: 'borrow',
      prompt: 'Which of these do you owe money on?',
      help: 'Choose all that apply.',
      options: [...debts, { id: 'none', label: 'None of these', points: 100, exclusive: true }],
    },
    {
      id: 'debt-manageable',
      type: 'single',
      required: true,
      pillar: 'borrow',
      showWhen: { question: 'debt-kinds', anyOf: debts.map(({ id }) => id) },
      prompt: 'How does the amount you owe feel to you?',
      options: [
        { id: 'manageable', label: 'Manageable', points: 86 },
        { id: 'a-bit-more', label: 'A bit more than I can manage', points: 40 },
        { id: 'far-more', label: 'Far more than I can manage', points: 0 },
      ],
    },
    {
      id: 'planning-ahead',
      type: 'single',
      required: true,
      pillar: 'plan',
      prompt: 'Which comes closest to how you prepare for what lies ahead?',
      help: 'Think of plans for larger costs, and of insurance for your health, home, car and income.',
      options: [
        {
          id: 'planned-and-insured',
          label: 'I plan ahead, and my insurance would see me through',
          points: 100,
        },
        { id: 'planned', label: 'I plan ahead, but I am not sure about my insurance', points: 70 },
        { id: 'insured', label: 'My insurance is in order, but I rarely plan ahead', points: 60 },
        { id: 'a-little', label: 'A little of each', points: 40 },
        { id: 'day-by-day', label: 'I take each month as it comes', points: 10 },
      ],
    },
  ],
}
