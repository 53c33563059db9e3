import { useEffect } from 'react'
import { useStore } from '../../stores/app-loader.tsx'
import { PlanStore } from '../../stores/plan-store.ts'

/**
 * Picks the plan that the address names with `?plan=`, once: what is picked by hand later must
 * survive a reload. Needs `observer`.
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
