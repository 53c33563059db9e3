import { useDeferredValue } from 'react'
import type { Product } from '#core/model/plan.ts'
import { useStore } from '../../stores/app-loader.tsx'
import { PlanStore } from '../../stores/plan-store.ts'

/**
 * The plans, rendered deferred in short tasks: all at once they are one long task on a phone. What
 * stands below them waits for the same, or they would push it down. Needs `observer`.
 */
export const useDeferredProducts = (): readonly Product[] =>
  useDeferredValue(useStore(PlanStore).products)
