import { lazy, memo, Suspense } from 'react'
import { Scene } from './scene.tsx'

const sky = () => <Scene />

const IntroPicture = lazy(() =>
  import('./intro-pictures.tsx').then(({ IntroPicture }) => ({ default: IntroPicture }), () => ({ default: sky })),
)

/**
 * A picture of the first question, whose drawing comes after the page is alive: what the server drew stays meanwhile. It is drawn
 * once and for all, since a boundary that is drawn anew before its code is there shows what stands in for it.
 */
export const LateIntroPicture = memo(({ id }: { id: string }) => (
  <Suspense fallback={<Scene />}>
    <IntroPicture id={id} />
  </Suspense>
))
