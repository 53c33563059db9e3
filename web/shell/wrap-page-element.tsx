import type { WrapPageElementBrowserArgs, WrapPageElementNodeArgs } from 'gatsby'
import type { Elements } from '../components/elements.ts'
import { Overlays } from './overlays.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { Shell } from './shell.tsx'

type Props = (WrapPageElementBrowserArgs | WrapPageElementNodeArgs)['props']

/**
 * The path of the page that is rendered. For an unknown address that is the error page's, as on the
 * server; a journey's frame around it would not match the served markup. On the server, Gatsby
 * passes no resources.
 */
const pathOf = ({
  location,
  pageResources,
}: Pick<Props, 'location'> & Partial<Pick<Props, 'pageResources'>>): string =>
  pageResources?.page.path.split('?', 1)[0] ?? location.pathname

/**
 * Wraps every page in the shell, on the server and in the browser. The shell survives a broken
 * page. `scriptNote` is shown on pages that need scripts to browsers without them; with scripts it
 * is not rendered.
 */
export const createPageWrapper =
  (scriptNote?: Elements) =>
  ({ element, props }: WrapPageElementBrowserArgs | WrapPageElementNodeArgs) => (
    <PageBoundary path={pathOf(props)}>
      <Shell
        path={pathOf(props)}
        scriptNote={scriptNote}
        overlays={<Overlays path={pathOf(props)} />}
      >
        <PageBoundary key={pathOf(props)} path={pathOf(props)}>
          {element}
        </PageBoundary>
      </Shell>
    </PageBoundary>
  )
