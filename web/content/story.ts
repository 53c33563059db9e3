/** The company's story. Sample text, to be replaced by the owner. */
export const story = {
  lead: 'Evenkeel began with something we heard on a helpline: people who called about money mostly knew what to do. Something older than arithmetic kept them from doing it.',
  paragraphs: [
    'Ines had listened to thousands of those calls, Tomas had built booking systems for ferries, and they had grown up with opposite rules about money: one family that never opened the jar, one that never opened the letters. Comparing the two took an evening. Neither of them had ever been asked.',
    'So that became the product: ask first. A check-up that shows where you stand, statements that show what you believe, and a coach who begins with both. The name is the idea. A boat on an even keel does not need a calm sea.',
    'We are six people. We earn money when members pay for a plan, and in no other way: no commission, no advertising, no selling of data.',
  ],
  principles: [
    {
      title: 'No shame',
      text: 'A belief about money is something that was learned, often early and for good reasons. Nothing we write should make anyone feel small.',
    },
    {
      title: 'Exact about money',
      text: 'Amount, date, how to stop: before you enter your card, in plain words. If the small print would surprise you, we put it in large print.',
    },
    {
      title: 'Ask for little',
      text: 'What we do not need to know we do not ask, and what we do not ask cannot get lost.',
    },
  ],
} as const
