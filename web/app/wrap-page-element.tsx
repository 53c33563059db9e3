import type { WrapPageElementBrowserArgs, WrapPageElementNodeArgs } from 'gatsby'
import { Shell } from './shell.tsx'

/** Every page stands inside the shell, on the server and in the browser alike. */
export const wrapPageElement = ({ element, props }: WrapPageElementBrowserArgs | WrapPageElementNodeArgs) => (
  <Shell path={props.location.pathname}>{element}</Shell>
)
