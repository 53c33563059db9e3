import { useDeferredValue } from 'react'
import type { Product } from '#core/model/plan.ts'
import { useStore } from '../../stores/app-loader.tsx'
import { PlanStore } from '../../stores/plan-store.ts'

/**
 * The plans, rendered in a deferred update that React splits into short tasks: on a phone, a single
 * update would be one long task. What is below the plans waits for them, or they would push it
 * down. Needs `observer`.
 */
export const useDeferredProducts = (): readonly Product[] =>
  useDeferredValue(useStore(PlanStore).products)
