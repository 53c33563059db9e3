/** The product's name and addresses: the one place to change them. */
export const site = {
  name: 'Evenkeel',
  /**
   * The public address of the site, without a slash at the end. A sample, to be replaced by the
   * owner. Canonical links, the sitemap and share previews use this one address, wherever the page
   * was served: see docs/decisions/0007-one-public-address.md.
   */
  url: 'https://www.evenkeel.example',
  title: 'Evenkeel: a steadier way with money',
  description:
    'A five-minute check-up, your four money beliefs, and a coach in your pocket who works with both. ' +
    'Free to take, no account needed to see your result.',
  language: 'en',
  /** In the format of Open Graph. */
  locale: 'en_GB',
  /** The support site, outside this one. Sample address, to be replaced by the owner. */
  helpCentreUrl: 'https://support.evenkeel.example/',
  /** Where to report a vulnerability. Sample address, to be replaced by the owner. */
  securityContact: 'mailto:security@evenkeel.example',
  /**
   * Where to get the mobile app. Sample addresses, to be replaced by the owner. The link that opens
   * the app is a setting of the admin API (`APP_OPEN_URL`).
   */
  appLinks: {
    appStore: 'https://app.evenkeel.example/app-store',
    googlePlay: 'https://app.evenkeel.example/google-play',
  },
} as const
