import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** The position of a row in a list that is sorted newest first. */
export type Place = { readonly createdAt: Date; readonly id: string }

/**
 * The condition for rows after a position. Without one it is undefined, which selects every row.
 */
export const isAfter = (
  table: { readonly createdAt: PgColumn; readonly id: PgColumn },
  place: Place | null,
): SQL | undefined =>
  place === null
    ? undefined
    : sql`(${table.createdAt}, ${table.id}) < (${place.createdAt.toISOString()}::timestamptz, ${place.id}::uuid)`
