import { site } from '../site.ts'
import { counselNote } from './document.ts'
import type { LegalDocument } from './document.ts'
import { mailLink } from './organisation.ts'

/** Sample page, true of how the product is built. To be reviewed by counsel before use. */
export const security: LegalDocument = {
  title: 'Security',
  description: `How ${site.name} protects accounts, answers and payments, what you can do yourself, and how to report a vulnerability.`,
  lead: 'How accounts, answers and payments are protected, what you can do yourself, and how to tell us about a vulnerability.',
  note: counselNote,
  updated: '2026-11-30',
  sections: [
    {
      id: 'least-data',
      title: 'What we do not have cannot leak',
      blocks: [
        'The safest answer is one we never stored. Without an account, your answers are kept in your browser; our server works out the result and does not keep them. We do not connect to your bank and do not ask for account numbers.',
        'The [privacy policy](/privacy-policy#on-our-servers) lists everything that is kept.',
      ],
    },
    {
      id: 'passwords',
      title: 'Passwords and sign-in',
      blocks: [
        'Passwords go from your browser to Firebase Authentication, Google’s identity service. Our servers never receive them.',
        'A new password needs at least eight characters with an uppercase letter, a lowercase letter and a digit. Your email address is confirmed before a subscription can start, except in the quick sign-up, where the card comes first and the address is confirmed right after.',
        'Sensitive changes, such as a new email address or deleting the account, need a recent sign-in.',
      ],
    },
    {
      id: 'cards',
      title: 'Cards and payments',
      blocks: [
        'The card field on our payment page is Stripe’s, not ours: what you type into it goes straight to Stripe. We receive a reference number, which only our Stripe account can use.',
        'If your bank asks for a second check (3-D Secure), you confirm the payment with your bank. A double click, a reload or a lost connection never places an order twice.',
      ],
    },
    {
      id: 'our-server',
      title: 'Our server',
      blocks: [
        {
          list: [
            'Every request for personal data needs a signed token. The server checks its signature, its issuer, who it is for and when it expires.',
            'You can only reach your own data: each record belongs to one account and is looked up by it.',
            'All input is checked against a schema; what does not fit is refused.',
            'Public forms and promotion codes are rate limited.',
            'Messages from Stripe are accepted only with a valid signature, and each is processed once.',
          ],
        },
      ],
    },
    {
      id: 'logs',
      title: 'Logs and error reports',
      blocks: [
        'Logs name the route and the outcome of a request. For security events and failures they also hold the account’s id, never a name or an email address. Before an error report leaves your browser, email addresses, card numbers and tokens are removed from it.',
      ],
    },
    {
      id: 'your-part',
      title: 'What you can do',
      blocks: [
        {
          list: [
            'Use a password you don’t use anywhere else; a password manager makes that easy.',
            'On a computer that others use, sign out when you are done, and clear the browser’s data if you took the check-up on it.',
            'We never ask for your password or your card by email, on the phone or in a chat. If someone does, it is not us.',
          ],
        },
      ],
    },
    {
      id: 'reporting',
      title: 'Reporting a vulnerability',
      blocks: [
        `Write to ${mailLink('security')}. It helps to know where it is, how to reproduce it, and what someone could do with it. Please do not send other people’s data; one example from your own account is enough.`,
        'As long as you act in good faith, use only your own accounts, do not disrupt the service and give us reasonable time to fix the vulnerability before you publish it, we will not take legal action against you. We tell you what we found and, if you like, credit you when it is fixed.',
      ],
    },
    {
      id: 'incidents',
      title: 'If something goes wrong',
      blocks: [
        'If your data ever ended up in the wrong hands, we would tell you and the authorities as the law requires: what happened, what was affected, what we have done, and what you can do.',
      ],
    },
  ],
}
