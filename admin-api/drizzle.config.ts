import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './admin-api/data/schema.ts',
  out: './admin-api/data/migrations',
})
