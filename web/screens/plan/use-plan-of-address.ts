import { useEffect } from 'react'
import { useStore } from '../../stores/app-loader.tsx'
import { PlanStore } from '../../stores/plan-store.ts'

/**
 * Picks the plan that the query names (`?plan=`), once, so that a plan picked later survives a
 * reload. Needs `observer`.
 */
export const usePlanOfAddress = () => {
  const plan = useStore(PlanStore)
  const { offers } = plan
  useEffect(() => {
    const address = new URL(window.location.href)
    const id = address.searchParams.get('plan')
    if (id === null || offers === null) return
    address.searchParams.delete('plan')
    window.history.replaceState(window.history.state, '', address.pathname + address.search)
    void plan.pick(id)
  }, [offers, plan])
}
