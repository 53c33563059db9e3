import { site } from '../site.ts'
import { counselNote } from './document.ts'
import type { LegalDocument } from './document.ts'
import { mailLink, organisation } from './organisation.ts'
import { termsVersion } from './terms-version.ts'

/** Sample terms, true of what the product does. To be reviewed by counsel before use. */
export const termsOfUse: LegalDocument = {
  title: 'Terms of use',
  description: `What you can expect of ${site.name} and what we expect of you: the check-up, accounts, plans, trials, charges and cancelling.`,
  lead: `What you can expect of ${site.name}, and what we ask of you. Written to be read.`,
  note: counselNote,
  updated: termsVersion,
  sections: [
    {
      id: 'agreement',
      title: 'The agreement',
      blocks: [
        `These terms are between you and ${organisation.legalName} (“we”). They apply when you use this website, the check-up and the money-belief statements. You agree to them when you create an account or start a subscription; the two forms say so beside the button.`,
        'With a subscription we keep what you agreed to: the sentences beside the button word for word, the date, the plan and its price. You can read them in [your account](/account).',
        'If you do not agree, you can still read the site. Please do not create an account.',
      ],
    },
    {
      id: 'what-it-is',
      title: 'What the service is, and what it is not',
      blocks: [
        `${site.name} is coaching on habits and on what you believe about money. The check-up asks about spending, saving, borrowing and planning and gives a score. The statements show which of four money beliefs speaks loudest. The coaching itself happens in the mobile app.`,
        'It is not investment, tax, legal, debt or medical advice, and it does not replace any of them. A score describes the answers you gave on one day; it is not a credit rating, and no lender, insurer or employer receives it from us.',
        'If debt or worry about money has become more than you can carry alone, please speak to a free debt advice service or a doctor where you live.',
      ],
    },
    {
      id: 'who-can-use-it',
      title: 'Who can use it',
      blocks: [
        'You need to be at least 18 years old to create an account, and able to enter into a contract where you live.',
        'The check-up and the statements can be taken without an account, as often as you like.',
      ],
    },
    {
      id: 'account',
      title: 'Your account',
      blocks: [
        'An account needs an email address that you can open, because we ask you to confirm it, and a password. Keep the password to yourself and use one that you use nowhere else. We never see it: our identity provider keeps it.',
        `Tell us at ${mailLink('security')} if you think that someone else has used your account.`,
        'One account is for one person. Please give details that are true, since plans, receipts and password resets depend on them.',
      ],
    },
    {
      id: 'plans',
      title: 'Plans and prices',
      blocks: [
        'There is a monthly and an annual plan. Both renew automatically, each for another period of the same length, until you cancel.',
        'The price, the currency, the length of the trial and the date of the first charge are shown on the plan page and again in the order summary, before you enter your card. That summary is what counts.',
        'A promotion code lowers the price as shown when you enter it. A code can expire, reach its limit or work with one plan only; the site tells you before you order.',
      ],
    },
    {
      id: 'trial',
      title: 'Trial and first charge',
      blocks: [
        'Your first subscription starts with free days. Your card is checked and kept by our payment provider when you start, and charged only when the free days are over, on the date you were shown. If you cancel before that date, nothing is charged.',
        'Free days come once per person. A second subscription is charged on the day it starts, and the order summary says so.',
        'If a charge fails, the payment provider tries again for several days. A subscription that stays unpaid ends.',
      ],
    },
    {
      id: 'cancelling',
      title: 'Cancelling',
      blocks: [
        `You can cancel at any time and need not give a reason: in [your account](/account), with two clicks. An email to ${mailLink('hello')} from the address of your account does the same.`,
        'After you cancel, you keep access until your paid period or trial ends, and the subscription does not renew. Until that day you can change your mind and keep it.',
        'After [the first 14 days](#right-of-withdrawal), a period that has begun is not refunded in part, unless the law where you live gives you that right.',
      ],
    },
    {
      id: 'right-of-withdrawal',
      title: 'Fourteen days to change your mind',
      blocks: [
        `Within 14 days of the first charge of a subscription you can get all of your money back, for any reason: in [your account](/account), in two steps, or by an email to ${mailLink('hello')}. The plan then ends at once.`,
        'Nothing here limits the rights that the law gives you as a consumer and that cannot be given up.',
      ],
    },
    {
      id: 'fair-use',
      title: 'Fair use',
      blocks: [
        'Please do not:',
        {
          list: [
            'use someone else’s account, card or name;',
            'try to reach data that is not yours, or test promotion codes by the hundred;',
            'copy the questions, statements or texts into a product of your own;',
            'overload the service for other people.',
          ],
        },
        'Looking for vulnerabilities in good faith is welcome. The [security page](/security#reporting) says how.',
      ],
    },
    {
      id: 'your-content',
      title: 'What belongs to whom',
      blocks: [
        'Your answers and your results are yours. You let us use them to work out your result and to coach you, and for nothing else.',
        `The site, its texts, pictures and the name ${site.name} are ours or our licensors’. You may quote them with their source. The [press page](/press) has pictures you can use.`,
      ],
    },
    {
      id: 'liability',
      title: 'What we are liable for',
      blocks: [
        'We do our work with care, and keep the service running as well as we can. It can still be down, wrong or late. Decisions about your money stay yours.',
        'We are liable without limit for wilful misconduct and gross negligence, for death or personal injury, and wherever the law says so. For ordinary negligence we are liable only for the breach of an essential contractual duty, and then only for foreseeable damage.',
      ],
    },
    {
      id: 'ending',
      title: 'Ending the agreement',
      blocks: [
        `You can delete your account at any time: in [your account](/account), or by writing to ${mailLink('privacy')} from its email address. A subscription that is still running ends with it, immediately. What is erased and what has to stay is listed in the [privacy policy](/privacy-policy#your-rights).`,
        'We may close an account that breaks these terms. Where possible, we write to you first and give you time to put things right.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      blocks: [
        'The date above says when the text last changed. If a change affects an active subscription, we write to you before it takes effect, and you can cancel until then. The old terms apply to what happened under them.',
      ],
    },
    {
      id: 'law',
      title: 'Law and disputes',
      blocks: [
        `Please write to ${mailLink('hello')} first: most things can be settled that way. Otherwise the law and the courts of the place where ${organisation.legalName} is registered apply, and as a consumer you keep the protection and the courts of the country where you live.`,
      ],
    },
  ],
}
