import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** A row's place in a list, newest first. */
export type Place = { readonly createdAt: Date; readonly id: string }

/** The rows after a place in a list; all without one. */
export const isAfter = (
  table: { readonly createdAt: PgColumn; readonly id: PgColumn },
  place: Place | null,
): SQL | undefined =>
  place === null
    ? undefined
    : sql`(${table.createdAt}, ${table.id}) < (${place.createdAt.toISOString()}::timestamptz, ${place.id}::uuid)`
