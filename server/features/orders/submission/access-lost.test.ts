import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RegistryAway } from '#adapters/npi-registry/port.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import { administer } from '#server/database/connection/connect.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'

const hospital = PARENT

let portal: TestPortal
/** While another system is asked. */
let meanwhile = async (): Promise<unknown> => undefined
beforeAll(async () => {
  portal = await startPortal({
    registry: {
      async lookup() {
        await meanwhile()
        throw new RegistryAway('down')
      },
      recent: () => undefined,
    },
    virusCheck: {
      startLine: '',
      async check() {
        await meanwhile()
        return { clean: true }
      },
    },
  })
})
afterAll(() => portal?.stop())

const block = (subject: string) => () =>
  administer(portal.database.url, (db) =>
    sql`update membership set status = 'Blocked'
      where physician_id = (select id from physician where subject = ${subject})`.execute(db),
  )

test('an order whose submitter is blocked while the NPI registry is asked is not submitted', async () => {
  const { id } = await portal.draft()
  meanwhile = block('OrderSubmitter@P1')
  const request = { params: { hospital, id }, headers: {}, query: SIGNED }
  const refusal = await problemOfCall(portal.as('OrderSubmitter@P1').orders.submit(request))
  expect(refusal.status).toBe(403)
  expect((await portal.as('SuperUser@P1').orders.get({ params: { hospital, id } })).state).toBe('draft')
})

test('a document whose user is blocked while it is checked for viruses is not stored', async () => {
  const { id } = await portal.draft(undefined, { by: 'OrderCreator@P1', at: PARENT })
  meanwhile = block('OrderCreator@P1')
  const file = { filename: 'notes.txt', mediaType: 'text/plain', content: Buffer.from('Notes') }
  const body = { uploadKey: randomUUID(), type: 'Other' as const, description: '', file }
  const params = { h: hospital, id }
  const refusal = await problemOfCall(portal.as('OrderCreator@P1').documents.upload({ params, body }))
  expect(refusal.status).toBe(403)
  expect(await portal.as('SuperUser@P1').documents.list({ params })).toEqual([])
})
