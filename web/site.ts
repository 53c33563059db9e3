/** What the product is called and where it lives: the one place to change either. */
export const site = {
  name: 'Evenkeel',
  title: 'Evenkeel: a steadier way with money',
  description:
    'A five-minute check-up, your four money beliefs, and a coach in your pocket who works with both. ' +
    'Free to take, no account needed to see your result.',
  language: 'en',
  /** The support site, outside this one. Sample address, to be replaced by the owner. */
  helpCentreUrl: 'https://support.evenkeel.example/',
  /** The mobile app. Sample addresses, to be replaced by the owner. `open` is a universal link; the user's id is added to it. */
  appLinks: {
    open: 'https://app.evenkeel.example/open',
    appStore: 'https://app.evenkeel.example/app-store',
    googlePlay: 'https://app.evenkeel.example/google-play',
  },
} as const
