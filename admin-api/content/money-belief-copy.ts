import type { BeliefId } from '../domain/questionnaire.ts'

type BeliefCopy = {
  readonly summary: string
  readonly behaviors: readonly string[]
  readonly steps: readonly string[]
}

export const beliefCopy: Readonly<Record<BeliefId, BeliefCopy>> = {
  avoidance: {
    summary:
      'Money avoidance is the sense that money is best kept at a distance: that it brings trouble, that it changes people, or that it was never meant for you. Looking away protects you for a while. It often began as a wise response to something hard.',
    behaviors: [
      'Letters and balances wait until they can wait no longer.',
      'You give or lend more than you can spare, because holding on to money feels wrong.',
      'You settle for less pay than your work is worth, or let others decide about money for you.',
    ],
    steps: [
      'Look at your balance on one fixed day a week, for two minutes, with nothing to decide.',
      'Open the next letter about money within a day, and write the next step on the envelope.',
      'Finish this sentence in writing: “With enough money I would take better care of…”. Keep it where you pay your bills.',
    ],
  },
  worship: {
    summary:
      'Money worship is the hope that more money will settle what is unsettled. It gives you drive, and patience for long hours. It also moves the finish line, so that enough is always a little further on.',
    behaviors: [
      'You spend a raise or a windfall in your head before it arrives, then wish for the next one.',
      'Buying something new lifts you for a day or two, and then the lift is gone.',
      'Work takes the evenings that were meant for people and rest.',
    ],
    steps: [
      'Write down the amount that would be enough for one good month, and what would be in that month.',
      'Wait two days before any purchase that is meant to cheer you up, and note how it feels on the third.',
      'Give one evening a week to something good that costs nothing, and guard it like a meeting.',
    ],
  },
  status: {
    summary:
      'Money status is the habit of judging worth, your own and other people’s, by what is earned and owned. It can make you ambitious and generous in company. It gets expensive when appearances have to be kept up.',
    behaviors: [
      'You pay first for what others can see, and last for what they can’t.',
      'You pick up the bill, or the newer model, and think about it on the way home.',
      'You hide money worries from the people closest to you, to keep up appearances.',
    ],
    steps: [
      'Before a purchase that others will see, ask whether you would still want it if no one knew.',
      'Choose one person you trust and tell them one true number about your money.',
      'List three things you are proud of that no one could buy, and read the list before larger purchases.',
    ],
  },
  vigilance: {
    summary:
      'Money vigilance is the watchful care that keeps an eye on every amount, saves for bad times and keeps quiet about it. Of the four, it is the one most often found with sound finances. Held too tightly, it leaves little room to enjoy what it protects.',
    behaviors: [
      'You save first and know your balance, often to the cent.',
      'Spending on yourself brings unease, even when there is plenty.',
      'You keep what you earn and own to yourself, even when advice would help.',
    ],
    steps: [
      'Set aside an amount each month that has to go on something you enjoy, and spend it.',
      'Write down how much is enough for bad times. Past that point, saving is a choice and no longer a duty.',
      'Share one money decision with someone before it is made, and listen to what they see.',
    ],
  },
}
