import type { GatsbySSR } from 'gatsby'
import textFont from '../styles/fonts/figtree.woff2'
import displayFont from '../styles/fonts/instrument-serif.woff2'
import '../styles/fonts.css'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/shared.css'
import { createServerRunning } from '../app/server-root.ts'
import { createRunningAppLoader, AppLoaderProvider } from '../stores/app-loader.tsx'
import { earlySubmitScript } from '../journey/early-submit.ts'
import { InitGate } from '../shell/init-gate.tsx'
import { LoadFailure, loadFailureScript } from '../shell/load-failure.tsx'
import { pageColour } from '../shell/page-colour.ts'
import { safeAddressScript } from './safe-address.ts'
import { ScriptNote } from '../shell/script-note.tsx'
import { sessionScript } from '../shell/session-attribute.ts'
import { createPageWrapper } from '../shell/wrap-page-element.tsx'
import { site } from '../site.ts'
import { escapePageData } from './escape-page-data.ts'

export const wrapPageElement = createPageWrapper(<ScriptNote />)

/**
 * Rendered in the body, because Chromium delays the first paint for fonts that the head preloads,
 * and as text, because React moves link elements into the head.
 */
const fontPreloads = [textFont, displayFont]
  .map(
    (href) =>
      `<link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" href="${href}"/>`,
  )
  .join('')

/** Called once per render, so that no store outlives it or is shared between visitors. */
export const wrapRootElement: GatsbySSR['wrapRootElement'] = ({ element }) => (
  <AppLoaderProvider loader={createRunningAppLoader(createServerRunning())}>
    <InitGate>{element}</InitGate>
  </AppLoaderProvider>
)

export const onRenderBody: GatsbySSR['onRenderBody'] = ({
  setHtmlAttributes,
  setHeadComponents,
  setPreBodyComponents,
  setPostBodyComponents,
}) => {
  setHtmlAttributes({ lang: site.language })
  setHeadComponents([
    <meta key="scheme" name="color-scheme" content="light dark" />,
    <meta
      key="theme-light"
      name="theme-color"
      media="(prefers-color-scheme: light)"
      content={pageColour.light}
    />,
    <meta
      key="theme-dark"
      name="theme-color"
      media="(prefers-color-scheme: dark)"
      content={pageColour.dark}
    />,
    // A bitmap, because Chromium redraws the icon at each change of the URL and draws an SVG on the
    // page's main thread.
    <link key="icon" rel="icon" sizes="32x32" href="/favicon.ico" />,
    <link key="icon-touch" rel="apple-touch-icon" href="/apple-touch-icon.png" />,
    <link key="manifest" rel="manifest" href="/site.webmanifest" />,
    <script
      key="session"
      dangerouslySetInnerHTML={{ __html: loadFailureScript + sessionScript + earlySubmitScript }}
    />,
  ])
  setPreBodyComponents([
    <div key="fonts" hidden dangerouslySetInnerHTML={{ __html: fontPreloads }} />,
    <LoadFailure key="load-failure" />,
  ])
  setPostBodyComponents([
    <script key="address" dangerouslySetInnerHTML={{ __html: safeAddressScript }} />,
  ])
}

export const onPreRenderHTML: GatsbySSR['onPreRenderHTML'] = ({
  getPostBodyComponents,
  replacePostBodyComponents,
}) => replacePostBodyComponents(getPostBodyComponents().map(escapePageData))
