/**
 * The floor of the admin API: a bare Fastify route with one indexed select through the same driver.
 */
import { fastify } from 'fastify'
import { Pool } from 'pg'

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const app = fastify()
app.get<{ Params: { uid: string } }>('/:uid', async ({ params }) => {
  const { rows } = await pool.query({
    name: 'floor',
    text: 'select id, email, email_verified, created_at from users where auth_uid = $1',
    values: [params.uid],
  })
  return { data: rows[0] }
})
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
