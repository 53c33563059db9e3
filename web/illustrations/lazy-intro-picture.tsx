import { lazy, memo, Suspense } from 'react'
import { Scene } from './scene.tsx'

const sky = () => <Scene />

const IntroPicture = lazy(() =>
  import('./intro-pictures.tsx').then(
    ({ IntroPicture }) => ({ default: IntroPicture }),
    () => ({ default: sky }),
  ),
)

/**
 * A picture of the first question, whose code loads after hydration; the server's markup stays
 * until then. It never re-renders, since a Suspense boundary that re-renders before its code is
 * loaded shows its fallback.
 */
export const LazyIntroPicture = memo(({ id }: { id: string }) => (
  <Suspense fallback={<Scene />}>
    <IntroPicture id={id} />
  </Suspense>
))
