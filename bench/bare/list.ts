import fastify from 'fastify'
import pg from 'pg'
import { prepared } from './statements.ts'

/**
 * The floor for the portal's list: a bare Fastify that returns the same rows and count with one prepared
 * statement over the same driver, without sign-in, scope, policies, validation or presentation. Its database
 * is the first argument, and it prints its origin.
 */
const [databaseUrl = ''] = process.argv.slice(2)
/** As in the portal. */
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
const app = fastify()

const LIST = `select counted.total, page.* from (
    select coalesce(sum(n), 0)::bigint as total
    from (select * from order_tally union all select * from order_tally_change) counts
    where institution_code = $1 and about = 'all') counted
  left join (
    select id, institution_code, state, accession_number, test_code, test_codes, test_name, patient_first_name,
      patient_last_name, patient_date_of_birth, patient_sex, provider_name, is_vob, vob_status, open_points,
      asked_submitter_name, created_at, updated_at, submitted_at, expected_on, reported_at, report_opened_at, on_hold_since,
      missing_info
    from orders where institution_code = $1 
    order by case when submitted_at is null then created_at else submitted_at end desc, id desc limit 25
  ) page on true`

app.get('/constant', async () => ({ status: 'ready' }))
app.get<{ Params: { hospital: string } }>('/orders/:hospital', async ({ params: { hospital } }) => {
  const client = await pool.connect()
  try {
    const rows = await prepared(client)<{ total: string }>(LIST, [hospital])
    return { total: Number(rows[0]?.total), top: 25, skip: 0, ordersDTO: rows }
  } finally {
    client.release()
  }
})

await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
if (typeof address === 'object' && address) console.log(`http://127.0.0.1:${address.port}`)
process.once('SIGTERM', () => void app.close().then(() => pool.end()))
