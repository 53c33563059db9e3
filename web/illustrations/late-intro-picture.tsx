import { lazy, memo, Suspense } from 'react'
import { loadPersistently } from '../app/load-persistently.ts'
import { Scene } from './scene.tsx'

const IntroPicture = lazy(async () => ({ default: (await loadPersistently(() => import('./intro-pictures.tsx'))).IntroPicture }))

/**
 * A picture of the first question, whose drawing comes after the page is alive: what the server drew stays meanwhile. It is drawn
 * once and for all, since a boundary that is drawn anew before its code is there shows what stands in for it.
 */
export const LateIntroPicture = memo(({ id }: { id: string }) => (
  <Suspense fallback={<Scene />}>
    <IntroPicture id={id} />
  </Suspense>
))
