/**
 * The objects the sandbox keeps, in the shape of Stripe's API. Links are always ids here;
 * `rendering.ts` expands them. Members that begin with an underscore are the sandbox's own and are
 * never sent. Times are Unix seconds, amounts are integer minor units.
 */

export type Metadata = Record<string, string>

export interface Address {
  city: string | null
  country: string | null
  line1: string | null
  line2: string | null
  postal_code: string | null
  state: string | null
}

export interface ListObject<T> {
  object: 'list'
  data: T[]
  has_more: boolean
  url: string
}
