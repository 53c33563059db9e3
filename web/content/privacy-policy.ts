import { site } from '../site.ts'
import { counselNote } from './document.ts'
import type { LegalDocument } from './document.ts'
import { mailLink, organisation } from './organisation.ts'

/** The anchor of the section that holds the analytics switch. */
export const doNotTrackId = 'doNotTrack'

/**
 * Sample policy, true of what the product stores and sends. To be reviewed by counsel before use.
 */
export const privacyPolicy: LegalDocument = {
  title: 'Privacy policy',
  description: `What ${site.name} stores about you, where and for how long, who helps us with it, and a switch that turns analytics off.`,
  lead: 'What is stored about you, where, for how long, and how to have it changed or erased. Answers about money are private, and this page treats them that way.',
  note: counselNote,
  updated: '2026-11-30',
  sections: [
    {
      id: 'in-short',
      title: 'In short',
      blocks: [
        {
          list: [
            'You can take the check-up and see your result without telling us who you are.',
            'Without an account, your answers are kept in your own browser. Our server works out the result and stores nothing.',
            'Passwords and card numbers never reach our servers.',
            'We don’t sell your data, show advertising or let advertisers track you.',
            `Analytics receives your answers to the sixteen statements and their result, never your name. You can [turn it off](#${doNotTrackId}), and it is off if your browser asks for that.`,
          ],
        },
      ],
    },
    {
      id: 'who-we-are',
      title: 'Who is responsible',
      blocks: [
        `${organisation.legalName} decides what is done with your data. For anything on this page write to ${mailLink('privacy')}.`,
      ],
    },
    {
      id: 'on-your-device',
      title: 'What is kept on your device',
      blocks: [
        'The site itself sets no cookies. It uses your browser’s storage, so that nothing is lost when you reload, go back or close the tab:',
        {
          terms: [
            {
              term: 'Your sign-up',
              text: 'Your answers and results, the plan and promotion code you chose, your billing email, what you typed into a form and have not sent yet, the steps you have visited, and the reference numbers of a payment under way. Never a password, never a card.',
            },
            {
              term: 'Your session',
              text: 'Once you are signed in: that you are, the tokens that prove it, a copy of your profile, and whether a payment of yours has failed. Signing out removes all of it.',
            },
            {
              term: 'Which version you see',
              text: 'Results are shown in one of two ways. Which one you see is chosen at random once, and then stays the same.',
            },
            {
              term: 'How you found us',
              text: 'The campaign names that were in the link you first and last followed to us. Only where analytics is allowed.',
            },
            {
              term: 'What analytics keeps',
              text: 'A random number for this browser, and events that are waiting to be sent. Only where analytics is allowed.',
            },
            {
              term: 'Your choice',
              text: `That you turned analytics off [below](#${doNotTrackId}).`,
            },
          ],
        },
        'If you do not come back for 30 days, your sign-up data is deleted when the site is next opened, before any of it is shown. You can clear all of it at any time in your browser’s settings.',
        'On the payment step, and in your account when you use another card, the card form comes from Stripe, which sets its own cookies to detect fraud.',
      ],
    },
    {
      id: 'on-our-servers',
      title: 'What we keep on our servers',
      blocks: [
        'To work out a result, your answers are sent to our server. Without an account it stores none of them.',
        'When you ask for a result or a link by email, we keep the address you enter, and for a result its scores and next steps, never your individual answers, until our mail service has taken the email. For the rest of the day we keep a one-way digest, made with a secret key, so that the same email is not sent to the same address twice.',
        'With an account we keep:',
        {
          terms: [
            {
              term: 'Your profile',
              text: 'Email address and whether it is confirmed, first and last name, year of birth, your phone number if you gave one, when the account was created, and, where analytics is allowed, the campaign names of the links that led you to us and the random number of your browser.',
            },
            {
              term: 'Your results',
              text: 'Each check-up and each set of statements you finished: the answers, the result, and when.',
            },
            {
              term: 'Your subscription',
              text: 'Plan, price, promotion, trial and period dates, its state, whether it is cancelled, what you agreed to when you ordered it (the sentences beside the button, the plan, its price and when), the reference numbers of the customer, payment method and order at Stripe, and the details that identify your card: its brand, last four digits and expiry date. Never the full card number or the security code.',
            },
            {
              term: 'Links to the app',
              text: 'A one-way digest of each link that opens the app with your plan, when it expires and whether it was used, until a day after it has expired; and your app’s own identifier, for as long as you have the account.',
            },
            {
              term: 'Emails about your plan',
              text: 'Which one was due, the dates and amounts it names, and when it was sent, so that none is sent twice. The same for what our server sent to analytics, where analytics is allowed.',
            },
            {
              term: 'Trials and promotions you have had',
              text: 'A one-way digest of your email address and one of your card’s fingerprint at Stripe, made with a secret key, with the kind of offer and when. It says nothing about you without that key; with it, we can only tell whether the same address or card has had the offer.',
            },
            {
              term: 'Security records',
              text: 'Keys that stop an order from being placed twice, for a week; and the ids and types of the messages that Stripe sends us, without what is in them.',
            },
          ],
        },
        'Our server’s log holds the route, the status and the response time and, for security events and failures, the id of the account. It holds no IP addresses, no answers and no names.',
        'So that nobody overloads the service, it counts requests for a short while under a one-way digest of the IP address or account they come from. The address itself is not kept.',
      ],
    },
    {
      id: 'why',
      title: 'Our legal grounds',
      blocks: [
        {
          terms: [
            {
              term: 'The contract',
              text: 'Account, results and subscription: without them there is nothing to coach and nothing to bill.',
            },
            { term: 'The law', text: 'Records of payments, for as long as tax law requires.' },
            {
              term: 'Our legitimate interest',
              text: `To learn whether pages work, and to fix errors. You can object to the first with the [switch](#${doNotTrackId}), and to both by writing to us.`,
            },
          ],
        },
      ],
    },
    {
      id: 'who-helps',
      title: 'Who processes data for us',
      blocks: [
        'Each receives what its task needs and may use it for nothing else:',
        {
          terms: [
            {
              term: 'Firebase Authentication (Google)',
              text: 'Keeps your email address and, in hashed form, your password, signs you in, and sends the emails that confirm an address or reset a password. It is loaded when you create an account, sign in, reset a password or open a link from its emails, not before.',
            },
            {
              term: 'reCAPTCHA (Google)',
              text: 'Distinguishes people from programs that test stolen cards. If you enter a card before you have an account, it is loaded at that moment and looks at your browser and how the page is used, under [Google’s privacy policy](https://policies.google.com/privacy). Otherwise it is used only before an account is made, an email you ask for is sent, a password is reset or a text message is sent.',
            },
            {
              term: 'Stripe',
              text: 'Stores your card, charges it, and keeps your invoices. It receives your email address. Card details go from its form, or from the wallet you choose, straight to Stripe.',
            },
            {
              term: 'Our mail service',
              text: 'Delivers the emails about your plan and those you ask for. It sees your email address and what the email says.',
            },
            {
              term: 'Amplitude',
              text: 'Counts which pages and steps are used, and what happens to plans. Only where analytics is allowed; what it receives is listed in the next section.',
            },
            {
              term: 'Sentry',
              text: 'Receives a report when something on the page breaks: the error, the page’s path, the kind of browser, and what happened just before. Your name and what you typed, email addresses, card numbers and tokens are removed before it is sent. It is not used to count visits.',
            },
          ],
        },
        'Some of them process data outside your country, including the United States, under the safeguards that the law requires.',
      ],
    },
    {
      id: doNotTrackId,
      title: 'Analytics, and how to turn it off',
      blocks: [
        'We count which pages are opened and from where, which links and buttons are clicked, and how fast pages load and respond; how the sixteen statements are answered and with what result; which plan and promotion are chosen; and whether an account is created, a card saved, a free trial begun and a sign-up finished, and how long that took. Each event carries the page’s path, the version of the result you see, the campaign names of your link, the kind and language of your browser, and a random number that tells this browser from others. It never carries your email, your name, your card or anything you typed.',
        'If you have an account and analytics is allowed in its browser, our server also counts when a trial turns into a paid plan, a plan renews or is cancelled, a payment fails or succeeds after all, and a payment is refunded. Each event carries the plan, the amount or the reason, the campaign names of your links, and the random number of that browser.',
        'None of it is counted if your browser sends Global Privacy Control or Do Not Track, or if you turn analytics off here. Turning it off also deletes what analytics kept in this browser, the random number included. If you are signed in here, our server stops counting and deletes the number and the campaign names; otherwise it does so when you next sign in with this browser. The choice is kept in this browser only: if you use your account in another browser where analytics is allowed, it is counted again. Choose there as well.',
      ],
    },
    {
      id: 'how-long',
      title: 'How long it is kept',
      blocks: [
        {
          terms: [
            {
              term: 'Your sign-up',
              text: 'On your device until you sign out, delete the account or stay away for 30 days, as described above.',
            },
            {
              term: 'Your session',
              text: 'On your device until you sign out or delete the account.',
            },
            {
              term: 'Which version you see',
              text: 'On your device until you clear it in your browser’s settings. Signing out does not change it.',
            },
            {
              term: 'How you found us',
              text: 'On your device until you turn analytics off or clear it. Signing out does not delete it.',
            },
            {
              term: 'What analytics keeps',
              text: 'On your device, the random number until you turn analytics off or clear it, and events until they are sent. Signing out deletes neither.',
            },
            {
              term: 'Your choice',
              text: 'On your device until you turn analytics on again or clear it.',
            },
            {
              term: 'Account, results, subscription',
              text: 'For as long as you have the account.',
            },
            {
              term: 'Trials and promotions you have had',
              text: 'Permanently, even after you delete the account: one free trial per person.',
            },
            {
              term: 'What you agreed to',
              text: 'For as long as you have the account, and three years after you delete it.',
            },
            {
              term: 'Security records',
              text: 'The keys that stop double orders: about a week. The ids of Stripe’s messages: 90 days.',
            },
            { term: 'Emails about your plan, and what was counted', text: '90 days.' },
            {
              term: 'An email you ask for',
              text: 'Your address and the scores: until it is sent, usually seconds, and a day at most when it cannot be sent. The digest: about a day.',
            },
            { term: 'Your email and card at Stripe', text: 'Until you delete the account.' },
            { term: 'Invoices and charges at Stripe', text: 'For as long as tax law requires.' },
          ],
        },
      ],
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      blocks: [
        'In [your account](/account) you can download what is stored under it as one file, correct your details and your email, and delete the account with all that belongs to it. Each takes effect immediately.',
        `You can also write to ${mailLink('privacy')} from the email address of your account. We answer within 30 days, at no cost. You can ask us to:`,
        {
          list: [
            'send you everything we store about you, as a file that other programs can read;',
            'correct what is wrong;',
            'delete your account and all that belongs to it;',
            'stop using your data for one purpose, or for a time.',
          ],
        },
        'Deleting ends a running subscription at once and erases your profile, your answers, your results and our records of your subscription. At Stripe it deletes you as a customer, with your email address and your card; if Stripe cannot be reached, we try again every hour until it is done. Four things stay: the ids of your old account, so that no late request brings it back; what you agreed to when you ordered, for three years, under a one-way digest of your email address, in case a charge is disputed; the digests that say that a free trial or a promotion has been used, so that each person has it once; and the invoices and charges that Stripe has to keep by law.',
        'You can also complain to the data protection authority where you live.',
      ],
    },
    {
      id: 'young-people',
      title: 'Young people',
      blocks: [
        `${site.name} is for adults. If you think that someone under 18 has created an account, tell us and we will delete it.`,
      ],
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      blocks: [
        'The date above says when it last changed. If we ever want to use what you have already given us for something new, we ask you first.',
      ],
    },
  ],
}
