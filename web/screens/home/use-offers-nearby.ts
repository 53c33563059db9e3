import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { tolerateOutage } from '#core/model/failures.ts'
import type { Product } from '#core/model/plan.ts'
import { useAppLoader } from '../../stores/app-loader.tsx'
import type { RunningApp } from '../../stores/app-loader.tsx'

const nothing: readonly Product[] = []

/**
 * The plans on offer, fetched once the element is near the viewport and the application is running;
 * null until then, empty while they are unavailable. Retries when the connection is back.
 */
export const useOffersNearby = (
  isOnline: boolean,
): {
  ref: RefObject<HTMLElement | null>
  products: readonly Product[] | null
} => {
  const loader = useAppLoader()
  const ref = useRef<HTMLElement>(null)
  const [products, setProducts] = useState<readonly Product[] | null>(null)
  const isWanted = isOnline && !products?.length

  useEffect(() => {
    const element = ref.current
    if (element === null || !isWanted) return
    let isGone = false
    const ask = async ({ app, stores }: RunningApp) => {
      try {
        const offers = await tolerateOutage(() => app.loadOffers())
        if (offers === null) {
          if (!isGone) setProducts(nothing)
          return
        }
        stores.global.applyOffers(offers)
        if (!isGone) setProducts(offers.products)
      } catch (error) {
        app.reportError(error)
        if (!isGone) setProducts(nothing)
      }
    }
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        loader.whenRunning((running) => void ask(running))
      },
      { rootMargin: '50% 0px' },
    )
    observer.observe(element)
    return () => {
      isGone = true
      observer.disconnect()
    }
  }, [loader, isWanted])

  return { ref, products }
}
