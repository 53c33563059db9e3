import type { BeliefId } from '#core/model/money-belief.ts'

/** How a member's portrait is drawn. */
export interface PortraitTraits {
  skin: 'light' | 'warm' | 'deep'
  hair: 'crop' | 'bob' | 'bun' | 'curls' | 'scarf' | 'none'
  /** The hair's colour, or the scarf's. */
  hairColour: string
  clothes: string
  ground: string
  glasses?: boolean
  beard?: boolean
}

export interface Member {
  /** The last part of the address of the member's page. */
  id: string
  name: string
  role: string
  /** One sentence, for the list. */
  inShort: string
  bio: readonly string[]
  /** The member's loudest money belief, and what they say about it. */
  belief: { loudest: BeliefId; says: string; text: string }
  portrait: PortraitTraits
}

/** Sample people, to be replaced by the owner. */
export const team: readonly Member[] = [
  {
    id: 'ines-okafor',
    name: 'Ines Okafor',
    role: 'Co-founder, chief executive',
    inShort: 'Asks what a feature does on a bad day, and waits for the answer.',
    bio: [
      'Ines spent nine years in a debt advice service, most of them on the telephone. She noticed that people rarely lacked a budget. They lacked a moment in which looking at it felt safe.',
      'At Evenkeel she looks after the promise: that the first thing you meet is a question and not a form, and that no sentence on the site makes anyone feel small.',
    ],
    belief: {
      loudest: 'vigilance',
      says: '“There was always a jar, and the jar was never opened.”',
      text: 'Her grandmother kept coins for a rainy day that came only once. Ines still checks her balance twice a day. What helped was setting some of it aside for fun.',
    },
    portrait: {
      skin: 'deep',
      hair: 'curls',
      hairColour: 'var(--portrait-dark)',
      clothes: 'var(--tide)',
      ground: 'var(--buoy)',
    },
  },
  {
    id: 'tomas-lindqvist',
    name: 'Tomas Lindqvist',
    role: 'Co-founder, engineering',
    inShort: 'Happiest when a closed tab loses nothing.',
    bio: [
      'Tomas wrote ferry timetables and booking systems before this, where connections are lost every day. He builds the site the same way: whatever you typed should still be there when you are back on land.',
      'He keeps the list of things we decided not to store, and is proud that it is longer than the other one.',
    ],
    belief: {
      loudest: 'avoidance',
      says: '“A closed letter is a letter with good news in it.”',
      text: 'He once found four unopened bills behind the toaster, all of them small. Now the post is opened on Tuesdays, with coffee, with someone else in the room.',
    },
    portrait: {
      skin: 'light',
      hair: 'crop',
      hairColour: 'var(--portrait-straw)',
      clothes: 'var(--belief-avoidance)',
      ground: 'var(--portrait-far)',
      glasses: true,
    },
  },
  {
    id: 'mei-arakawa',
    name: 'Mei Arakawa',
    role: 'Research and questions',
    inShort: 'Rewrites a question until nobody asks what it means.',
    bio: [
      'Mei studied how people answer surveys, and left academia because she wanted to see what happens after the answer. She writes the questions and statements, and reads each of them aloud to somebody new.',
      'If a question makes you feel judged, she is the one to write to. She collects those.',
    ],
    belief: {
      loudest: 'worship',
      says: '“After the next raise I will be calm.”',
      text: 'Three raises later she wrote down what calm would cost. It was a spare month’s rent and one evening off. Both could be had without a fourth.',
    },
    portrait: {
      skin: 'warm',
      hair: 'bob',
      hairColour: 'var(--portrait-dark)',
      clothes: 'var(--belief-worship)',
      ground: 'var(--portrait-mid)',
    },
  },
  {
    id: 'samira-haddad',
    name: 'Samira Haddad',
    role: 'Design',
    inShort: 'Draws seas, and takes words out.',
    bio: [
      'Samira drew signs for hospitals, where nobody arrives calm. One horizon, few colours and nothing that shouts: that is where the look of Evenkeel comes from.',
      'She tests every screen with a thumb, with a keyboard and with the lights off.',
    ],
    belief: {
      loudest: 'status',
      says: '“People will see the shoes before they hear me.”',
      text: 'She paid for the shoes for a year. These days she asks who exactly is looking, and usually cannot name anyone.',
    },
    portrait: {
      skin: 'warm',
      hair: 'scarf',
      hairColour: 'var(--belief-status)',
      clothes: 'var(--portrait-dark)',
      ground: 'var(--portrait-far)',
    },
  },
  {
    id: 'joseph-adeyemi',
    name: 'Joseph Adeyemi',
    role: 'Coaching',
    inShort: 'Believes in steps so small that they are hard to refuse.',
    bio: [
      'Joseph coached runners, then shop owners, then people who thought that they were “just bad with money”. The method is the same: find the next step that fits into the week you are really having.',
      'He writes the next steps of the check-up, and throws away any that needs willpower on a Friday evening.',
    ],
    belief: {
      loudest: 'vigilance',
      says: '“You do not talk about money. You count it.”',
      text: 'In his family, money was as private as illness. He learned to say one number aloud each month, to one person. It got easier, and then useful.',
    },
    portrait: {
      skin: 'deep',
      hair: 'none',
      hairColour: 'var(--portrait-dark)',
      clothes: 'var(--buoy)',
      ground: 'var(--portrait-mid)',
      beard: true,
    },
  },
  {
    id: 'clara-whitfield',
    name: 'Clara Whitfield',
    role: 'Member support',
    inShort: 'Answers your emails, and counts the ones nobody should have had to write.',
    bio: [
      'Clara ran the counter of a village bank until it closed. She knows how a person stands when they are about to ask something they find embarrassing, and that the first answer has to be kind.',
      'Every month she names what most people wrote about, and it goes to the top of everybody’s list.',
    ],
    belief: {
      loudest: 'worship',
      says: '“Rich people sleep well.”',
      text: 'Forty years behind a counter cured her of it. “I have seen the figures, and I have seen the eyes,” she says.',
    },
    portrait: {
      skin: 'light',
      hair: 'bun',
      hairColour: 'var(--portrait-silver)',
      clothes: 'var(--tide)',
      ground: 'var(--belief-worship)',
      glasses: true,
    },
  },
]

export const findMember = (id: string): Member | undefined =>
  team.find((member) => member.id === id)
