import type { WrapPageElementBrowserArgs, WrapPageElementNodeArgs } from 'gatsby'
import { Overlays } from './overlays.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { Shell } from './shell.tsx'

/** Every page stands inside the shell, on the server and in the browser alike. */
export const wrapPageElement = ({ element, props }: WrapPageElementBrowserArgs | WrapPageElementNodeArgs) => (
  <Shell path={props.location.pathname} overlays={<Overlays />}>
    <PageBoundary path={props.location.pathname}>{element}</PageBoundary>
  </Shell>
)
