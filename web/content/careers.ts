export interface Role {
  /** Its anchor. */
  id: string
  title: string
  team: string
  /** Location and working hours. */
  place: string
  inShort: string
  does: readonly string[]
  brings: readonly string[]
}

/** Sample values, to be replaced by the owner. */
export const values: readonly { title: string; text: string }[] = [
  {
    title: 'Level, not loud',
    text: 'We disagree early, in plain words and without an audience. Nobody has to shout to be heard.',
  },
  {
    title: 'Small and finished',
    text: 'A small thing that works on a bad connection beats a large one that works in a meeting.',
  },
  {
    title: 'Pay in the open',
    text: 'Everyone knows what every role is paid, and why. It would be odd for us to whisper about money.',
  },
  {
    title: 'Rest is part of it',
    text: 'Everyone takes at least four weeks of holiday, and nobody answers emails at night.',
  },
]

/** Sample roles, to be replaced by the owner. */
export const roles: readonly Role[] = [
  {
    id: 'coach',
    title: 'Money coach',
    team: 'Coaching',
    place: 'Bergen or remote in Europe, 60% to full time',
    inShort: 'You turn two results into a next step that fits into somebody’s week.',
    does: [
      'coach members in the app, in writing',
      'write and rewrite the steps that the check-up suggests',
      'tell the rest of us what does not help',
    ],
    brings: [
      'years of experience in debt advice, coaching or teaching',
      'a way of writing that leaves nobody feeling small',
    ],
  },
  {
    id: 'front-end-engineer',
    title: 'Front-end engineer',
    team: 'Engineering',
    place: 'Remote in Europe, 80% to full time',
    inShort: 'You make a form about money feel lighter than a letter from the bank.',
    does: [
      'build screens in TypeScript and React that work by keyboard, by thumb and on a slow train',
      'write the test before the code, and the sentence before the screen',
      'keep the first page light',
    ],
    brings: [
      'experience of keeping a product running for years',
      'an ear for words and an eye for focus rings',
    ],
  },
  {
    id: 'behavioural-researcher',
    title: 'Behavioural researcher',
    team: 'Research',
    place: 'Bergen, 50% to 80% of full time',
    inShort: 'You find the questions that people answer one way and mean another.',
    does: [
      'interview people about questions and statements, and change both',
      'check whether people still take their next steps after two months',
      'publish what we learn, even when it does not flatter us',
    ],
    brings: ['training in survey methods', 'respect for people who would rather not say'],
  },
]
