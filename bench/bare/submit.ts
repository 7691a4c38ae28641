import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import pg from 'pg'
import type { OrderDocument } from '#domain/orders/document.ts'
import { inTransaction, type prepared } from './statements.ts'

/**
 * The floor for the portal's submission: a bare Fastify with one route that returns a constant, and others
 * that write by hand what a draft and its submission amount to. No sign-in, scope, policies (its role owns
 * the tables), validation or presentation; tables, indexes and triggers are the portal's. Its database is the
 * first argument, and it prints its origin.
 */
const [databaseUrl = ''] = process.argv.slice(2)
/** As in the portal. */
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
const app = fastify()

app.get('/constant', async () => ({ status: 'ready' }))

const WHO = ['bench', 'Bench Bare'] as const

app.post<{ Params: { hospital: string }; Body: { draftKey: string; document: OrderDocument } }>(
  '/orders/:hospital',
  async ({ params: { hospital }, body: { draftKey, document } }, reply) => {
    const [patient] = document.patients
    const { orderingProvider, tests } = document
    const order = await inTransaction(pool, async (run) => {
      const [row] = await run<{ id: string }>(
        `insert into orders (institution_code, draft_key, document, patient_first_name, patient_last_name,
           patient_date_of_birth, patient_sex, test_code, test_name, provider_name, is_vob, open_points, search_text,
           created_by, created_by_name, updated_by_name, responsible_id, responsible_name, people, test_codes, alert_group)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, false, 0, $11, $12, $13, $13, $12, $13, $14, $15, 'other')
         returning *`,
        [
          ...[hospital, draftKey, document, patient?.firstName, patient?.lastName, patient?.dateOfBirth],
          ...[patient?.sex, tests[0]?.testCode, tests[0]?.testName, orderingProvider.lastName],
          ...[
            `${patient?.firstName} ${patient?.lastName}`.toLowerCase(),
            orderingProvider.physicianId,
            WHO[1],
          ],
          ...[[`${patient?.lastName} ${patient?.dateOfBirth}`.toLowerCase()], [tests[0]?.testCode]],
        ],
      )
      await event(run, row?.id, hospital, 'draft-begun', orderingProvider.physicianId)
      await line(run, row?.id, hospital, 'order.create')
      return row
    })
    return reply.code(201).send(order)
  },
)

app.post<{ Params: { hospital: string; id: string } }>(
  '/orders/:hospital/:id/approve',
  async ({ params: { hospital, id } }) =>
    inTransaction(pool, async (run) => {
      const [row] = await run<{ document: OrderDocument; people: string[]; state: string }>(
        'select * from orders where institution_code = $1 and id = $2 for update',
        [hospital, id],
      )
      if (row?.state !== 'draft') throw new Error('not a draft')
      const earlier = await run(
        `select id from orders where institution_code = $1 and people && $2::text[] and submitted_at is not null
           and state <> 'cancelled' and id <> $3`,
        [hospital, row.people, id],
      )
      if (earlier.length > 0) throw new Error('ordered before')
      const [order] = await run(
        `update orders set state = 'en-route', submitted_at = now(), submitted_by_name = $2 where id = $1 returning *`,
        [id, WHO[1]],
      )
      const [specimen] = row.document.samples
      await run(
        `insert into sample (order_id, institution_code, sample_key, patient_name, relationship, specimen_type,
           date_of_collection) values ($1, $2, $3, 'Bench', 'Proband', $4, '')`,
        [id, hospital, specimen?.key, specimen?.specimenType],
      )
      await event(run, id, hospital, 'submitted', row.document.orderingProvider.physicianId)
      const [message] = await run<{ id: string }>(
        `insert into message_out (order_id, institution_code, kind, control_id, body)
         values ($1, $2, 'order', $3, $4) returning id`,
        [id, hospital, `NW${id}`, JSON.stringify(row.document)],
      )
      await run(
        `insert into jobs.job (name, data, policy, singleton_key, retry_limit, retry_delay, retry_backoff,
           retry_delay_max, expire_seconds, keep_until)
         values ('laboratory', $1, 'key_strict_fifo', 'laboratory', 1000000000, 1, true, 15, 120, now() + interval '10 years')`,
        [{ messageId: Number(message?.id) }],
      )
      await line(run, id, hospital, 'order.submit')
      return order
    }),
)

type Run = ReturnType<typeof prepared>

/** A user's event, as in the portal, but not announced. */
function event(run: Run, id: string | undefined, hospital: string, kind: string, by: number | null) {
  return run(
    'insert into order_event (order_id, institution_code, kind, actor, actor_id) values ($1, $2, $3, $4, $5)',
    [id, hospital, kind, WHO[1], by],
  )
}

function line(run: Run, id: string | undefined, hospital: string, action: string) {
  return run(
    `insert into audit_event (actor_subject, actor_name, action, institution_code, entity, entity_id, request_id, mark)
     values ($1, $2, $3, $4, 'order', $5, $6, '')`,
    [...WHO, action, hospital, id, randomUUID()],
  )
}

await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
if (typeof address === 'object' && address) console.log(`http://127.0.0.1:${address.port}`)
process.once('SIGTERM', () => void app.close().then(() => pool.end()))
