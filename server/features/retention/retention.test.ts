import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { directoryFiles } from '#adapters/files/directory.ts'
import type { RetentionKind } from '#domain/retention/policies.ts'
import { administer } from '#server/database/connection/connect.ts'
import { ROWS_OF_ORDERS } from '#server/database/testing/rows-of-orders.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { MARK, markedOrder, TRACES } from '#server/testing/marked.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { readyOrder } from '#server/testing/world.ts'
import { endRetentionPeriods } from './ending.ts'
import { erasePerson } from './person.ts'
import { readRetention } from './policy-file.ts'
import { replacePolicies } from './store.ts'

const DAY_MS = 24 * 3_600_000

let portal: TestPortal
let dir: string
beforeAll(async () => {
  portal = await startPortal()
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-retention-'))
})
afterAll(async () => {
  await portal?.stop()
  await rm(dir, { recursive: true, force: true })
})

const asAdministrator = <T>(query: RawBuilder<T>) =>
  administer(portal.database.url, async (db) => (await query.execute(db)).rows)

/** Sets the periods, in days; those that are not named are kept for ever. */
const keep = (
  days: Partial<Record<RetentionKind, number>>,
  onRequest: Partial<Record<RetentionKind, number>> = {},
) =>
  administer(portal.database.url, (db) =>
    replacePolicies(
      db,
      readRetention('data/retention.csv').map(({ kind }) => ({
        ...{ kind, days: days[kind] ?? null, daysOnRequest: onRequest[kind] ?? null },
      })),
    ),
  )

/** Runs the job, as if today were in `years`, until its round is over. */
async function endAfter(years: number) {
  const now = new Date(Date.now() + years * 366 * DAY_MS)
  const deps = { connection: portal.worker, files: directoryFiles(portal.dir) }
  for (let runs = 0; runs < 3; runs += 1) await endRetentionPeriods(deps, now)
}

beforeEach(async () => {
  // Each test has orders and rounds of its own.
  await asAdministrator(sql`select erase_families(array(select id from family))`)
  await asAdministrator(sql`select erase_orders(array(select id from orders))`)
  await asAdministrator(sql`delete from erased_file`)
  await asAdministrator(sql`delete from retention_policy`)
})

/** A reported order that nothing keeps: acknowledged, and its message to the laboratory answered. */
async function finished(document = readyOrder()) {
  const { id } = await portal.submitted(document)
  const [patient] = document.patients
  const name = document.clinicalNotes.includes(MARK)
    ? { name: `${patient?.lastName}^${patient?.firstName}` }
    : {}
  const message = laboratoryMessage(`R${id}`, {
    ...{
      order: id,
      number: `L-${id}`,
      pdf: Buffer.concat([Buffer.from(REPORT), Buffer.from(`\n% ${id}\n`)]),
    },
    ...{ status: 'F', at: '20260401100000', ...name },
  })
  expect(await portal.receive(message)).toContain('MSA|AA')
  await settle(id)
  return id
}
const settle = async (id: number) => {
  await asAdministrator(
    sql`update message_out set answered_at = now(), answer_code = 'AA' where order_id = ${id}`,
  )
  await asAdministrator(
    sql`update follow_up set closed_at = now(), outcome = 'acknowledged' where order_id = ${id} and closed_at is null`,
  )
}
const isThere = async (id: number) =>
  (await portal.worker.db.selectFrom('orders').select('id').where('id', '=', id).execute()).length === 1
const keptOf = async (kind: RetentionKind) =>
  portal.worker.db
    .selectFrom('retention_policy')
    .select(['erased', 'kept', 'reached'])
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()

describe('[OPS-16] when its time is over, an order', () => {
  test('is erased with everything that belongs to it, and the audit trail says so', async () => {
    const id = await finished(markedOrder())
    const other = await finished()
    for (const statement of ROWS_OF_ORDERS) await asAdministrator(statement)
    await asAdministrator(
      sql`update follow_up set closed_at = now(), outcome = 'acknowledged' where closed_at is null`,
    )
    // Those rows are too simple to be worked with.
    await asAdministrator(sql`delete from follow_up_rules`)
    await asAdministrator(sql`delete from reanalysis_rules`)
    await asAdministrator(sql`update document set file_key = repeat('a', 64)`)
    await asAdministrator(sql`update availability_request set status = 'available'`)
    await asAdministrator(sql`update eligibility_check set state = 'given-up' where state = 'queued'`)
    await asAdministrator(sql`update ehr_message_out set outcome = 'taken' where outcome is null`)
    await asAdministrator(sql`update orders set on_hold_since = null`)
    await asAdministrator(sql`update ehr_order set order_id = ${id}, content = ${JSON.stringify({ name: MARK })}, echo = ${MARK}
      where id = (select min(id) from ehr_order)`)
    const [report] = await portal.worker.db
      .selectFrom('report')
      .select('file_key')
      .where('order_id', '=', id)
      .execute()
    const key = report?.file_key ?? ''
    expect((await directoryFiles(portal.dir).get(key)).length).toBeGreaterThan(0)

    await keep({ order: 3650, family: 3650 })
    // The families let go of their orders first; the files have been there for a day by then.
    await endAfter(11)
    expect(await isThere(id)).toBe(false)
    expect(await isThere(other)).toBe(false)
    await expect(directoryFiles(portal.dir).get(key)).rejects.toThrow('ENOENT')

    // Words of searches are forgotten by work of their own, once no other transaction can still rely on them.
    const words = async () => {
      await asAdministrator(sql`select forget_order_words(100000)`)
      return asAdministrator(sql`select from order_word where word like 'quillmark%' limit 1`)
    }
    await expect.poll(words).toEqual([])
    // Nowhere else is the patient, or the order's number.
    const tables = await asAdministrator(sql<{ name: string; of: string | null }>`
      select c.relname as name, (select attname from pg_attribute a where attrelid = c.oid and attname = 'order_id') as of
      from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
    expect(tables.length).toBeGreaterThan(60)
    for (const { name, of } of tables) {
      if (['audit_event', 'audit_seal'].includes(name)) continue
      const rows = await asAdministrator(
        sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`,
      )
      expect(
        rows.filter(({ row }) => TRACES.test(row)),
        name,
      ).toEqual([])
      if (of === null) continue
      const left = await asAdministrator(sql`select from ${sql.table(name)} where order_id = ${id}`)
      expect(left, name).toEqual([])
    }
    const lines = await portal.worker.db
      .selectFrom('audit_event')
      .select(['actor_name', 'entity_id', 'people'])
      .where('action', '=', 'order.erase')
      .where('entity_id', '=', String(id))
      .execute()
    expect(lines).toMatchObject([
      { actor_name: 'Karyo, retention', people: [expect.stringMatching(/quillmark/)] },
    ])
    const counts = await portal.worker.db
      .selectFrom('audit_event')
      .select('detail')
      .where('action', '=', 'retention-ended')
      .where('entity_id', '=', 'order')
      .execute()
    expect(counts).toContainEqual({ detail: { days: 3650, erased: 2, kept: {} } })
  })

  test.each<[string, (id: number) => RawBuilder<unknown>, string]>([
    [
      'follow-up',
      (id) => sql`update follow_up set closed_at = null, outcome = null where order_id = ${id}`,
      'follow-up',
    ],
    ['message', (id) => sql`update message_out set answered_at = null where order_id = ${id}`, 'message'],
    [
      'family',
      (
        id,
      ) => sql`with f as (insert into family (institution_code, family_key, name, document, people_count, probands, search_text,
          changed_by, changed_by_name)
        select institution_code, gen_random_uuid(), 'Family', '{}', 0, '', '', created_by, 'Somebody' from orders where id = ${id}
        returning id, institution_code, changed_by)
        insert into order_person (order_id, institution_code, patient_key, relationship, family_id, member, joined_by,
          joined_by_name)
        select ${id}, institution_code, 'proband', 'Proband', id, 'p1', changed_by, 'Somebody' from f`,
      'family',
    ],
    ['laboratory', (id) => sql`update orders set state = 'in-process' where id = ${id}`, 'not-finished'],
  ])('stays while a %s needs it', async (_what, hold, because) => {
    const [id, free] = [await finished(), await finished()]
    await asAdministrator(hold(id))
    await keep({ order: 3650 })
    await endAfter(11)
    expect([await isThere(id), await isThere(free)]).toEqual([true, false])
    expect((await keptOf('order')).kept).toEqual({ [because]: 1 })
    await asAdministrator(sql`delete from order_person where order_id = ${id}`)
    await asAdministrator(sql`update orders set state = 'reported' where id = ${id}`)
    await settle(id)
    await endAfter(12)
    expect(await isThere(id)).toBe(false)
  })

  test('stays while it is too new, and for ever without a period', async () => {
    const id = await finished()
    await keep({ order: 3650 })
    await endAfter(9)
    await keep({})
    await endAfter(30)
    expect(await isThere(id)).toBe(true)
  })

  test('is one of many: a round goes on where the last run stopped', async () => {
    const ids = [await finished(), await finished(), await finished()]
    await keep({ order: 3650 })
    await asAdministrator(sql`update retention_policy set reached = ${ids[1]} where kind = 'order'`)
    await endAfter(11)
    expect(await Promise.all(ids.map(isThere))).toEqual([true, true, false])
    expect((await keptOf('order')).reached).toBeNull()
    await endAfter(12)
    expect(await Promise.all(ids.map(isThere))).toEqual([false, false, false])
  })
})

test('[OPS-16] a file that another order has too stays with it', async () => {
  const content = Buffer.from('%PDF-1.7 shared')
  const key = await directoryFiles(portal.dir).put(content)
  const [gone, other] = [await finished(), await finished()]
  const addDocument = (id: number) =>
    asAdministrator(sql`insert into document (order_id, institution_code, upload_key, type, description, filename, media_type,
        bytes, file_key, uploaded_by_name)
      select id, institution_code, gen_random_uuid(), 'Other', '', 'a.pdf', 'application/pdf', 1, ${key}, 'Somebody'
      from orders where id = ${id}`)
  for (const id of [gone, other]) await addDocument(id)
  await asAdministrator(sql`update orders set state = 'in-process' where id = ${other}`)
  await keep({ order: 3650 })
  await endAfter(11)
  expect(await isThere(gone)).toBe(false)
  expect(Buffer.from(await directoryFiles(portal.dir).get(key))).toEqual(content)
  await asAdministrator(sql`update orders set state = 'reported' where id = ${other}`)
  await endAfter(14)
})

test('[OPS-16] what belongs to no order is erased by its own kind, and what still waits stays', async () => {
  await asAdministrator(sql`insert into mail_out (id, recipient, subject, body, created_at, sent_at)
    values (gen_random_uuid(), 'old@clinic.test', 'Old', '', now(), now()), (gen_random_uuid(), 'wait@clinic.test', 'Waits', '', now(), null)`)
  await asAdministrator(
    sql`insert into message_in (raw, outcome) values ('MSH|old', 'refused'), ('MSH|unread', null)`,
  )
  await asAdministrator(sql`insert into kit_order (institution_code, request_key, kit_type, quantity, recipient, ordered_by,
      ordered_by_name, status)
    select code, 'k-' || s, 'Saliva', 1, '{}', (select min(id) from physician), 'Somebody', s
    from institution, unnest(array['received', 'ordered']) s where code = 'P1'`)
  await asAdministrator(sql`insert into invitation (institution_code, email, roles, invited_by, invited_by_name, expires_at)
    values ('P1', 'gone@clinic.test', '{OrderViewer}', (select min(id) from physician), 'Somebody', now())`)
  await asAdministrator(sql`insert into eligibility_check (institution_code, payer_id, subject, subject_key, asked_by_name, state)
    values ('P1', 'tidewater', '{}', 'alone', 'Somebody', 'given-up'), ('P1', 'tidewater', '{}', 'waits', 'Somebody', 'queued')`)
  await keep({ mail: 30, message: 30, kit: 30, invitation: 30, 'payer-check': 365 })
  await endAfter(2)
  const left = await asAdministrator(sql<{ what: string }>`
    select 'mail ' || recipient as what from mail_out where recipient in ('old@clinic.test', 'wait@clinic.test')
    union all select raw from message_in where raw in ('MSH|old', 'MSH|unread')
    union all select request_key from kit_order where request_key in ('k-received', 'k-ordered')
    union all select email from invitation where email = 'gone@clinic.test'
    union all select subject_key from eligibility_check where subject_key in ('alone', 'waits')`)
  expect(left.map(({ what }) => what).toSorted()).toEqual(['k-ordered', 'mail wait@clinic.test', 'waits'])
})

describe('[OPS-16] a person who asks for erasure', () => {
  const actor = { subject: '', name: 'An operator' }
  const personOf = ({ patients: [patient] }: ReturnType<typeof readyOrder>) => {
    if (!patient) throw new Error('an order has a patient')
    const { lastName, firstName, dateOfBirth } = patient
    return { lastName, firstName, dateOfBirth }
  }
  const inTwoYears = () => new Date(Date.now() + 3 * 366 * DAY_MS)

  test('gets what the laboratory allows, and hears why the rest stays', async () => {
    const document = readyOrder()
    const person = personOf(document)
    const id = await finished(document)
    const ask = (now: Date, isTrial = false) => erasePerson(portal.worker, { person, actor, now, isTrial })
    await keep({})
    expect(await ask(inTwoYears())).toEqual([
      {
        number: id,
        institution: 'P1',
        stays: ['the laboratory erases no order on request (retention.csv)'],
        isLocked: false,
      },
    ])
    await keep({}, { order: 730 })
    expect((await ask(new Date()))[0]?.stays).toEqual(['the time for which it has to be kept is not over'])
    expect((await ask(inTwoYears(), true))[0]?.stays).toEqual([])
    expect(await isThere(id)).toBe(true)
    expect(await ask(inTwoYears())).toEqual([{ number: id, institution: 'P1', stays: [], isLocked: false }])
    expect(await isThere(id)).toBe(false)
    expect(await ask(inTwoYears())).toEqual([])
    const filesWaiting = async () => (await portal.as('Support').retention.overview()).filesWaiting
    await endAfter(0)
    expect(await filesWaiting()).toBe(1)
    await endAfter(1)
    expect(await filesWaiting()).toBe(0)
  })

  test('keeps no order that is about somebody else too, or is somebody else’s', async () => {
    const document = readyOrder()
    const [patient] = document.patients
    if (!patient) throw new Error('an order has a patient')
    const mother = {
      ...{ ...patient, key: 'relative-1' as const, relationship: 'Mother' as const, sex: 'Female' as const },
      ...{ firstName: 'Ottoline', lastName: 'Quillfeather', dateOfBirth: '1988-02-03' },
    }
    const id = await finished({ ...document, patients: [patient, mother] })
    await keep({}, { order: 730 })
    const ask = (person: Parameters<typeof erasePerson>[1]['person']) =>
      erasePerson(portal.worker, { person, actor, now: inTwoYears(), isTrial: false })
    expect((await ask(personOf(document))).flatMap(({ stays }) => stays)).toEqual([
      'it is about other people too',
    ])
    expect((await ask(mother)).map(({ stays }) => stays)).toEqual([
      ['it is another person’s, and names this one as a relative'],
    ])
    expect(await isThere(id)).toBe(true)
  })
})

test('[OPS-16] Support sees the periods and the last round, nobody else does', async () => {
  const [gone, kept] = [await finished(), await finished()]
  await asAdministrator(sql`update follow_up set closed_at = null, outcome = null where order_id = ${kept}`)
  await keep({ order: 3650 }, { order: 730 })
  const of = async () => {
    const { kinds, filesWaiting } = await portal.as('Support').retention.overview()
    return { ...kinds.find(({ kind }) => kind === 'order'), all: kinds.length, filesWaiting }
  }
  const round = { isUnderWay: false, endedAt: null, erased: 0, kept: [] }
  const set = { kind: 'order', days: 3650, daysOnRequest: 730, all: 8 }
  expect(await of()).toEqual({ ...set, round, filesWaiting: 0 })
  await endAfter(11)
  expect([await isThere(gone), await isThere(kept)]).toEqual([false, true])
  expect(await of()).toEqual({
    ...{ ...set, filesWaiting: 0 },
    round: { ...round, endedAt: expect.any(String), erased: 1, kept: [{ because: 'follow-up', count: 1 }] },
  })
})

describe('[OPS-16] retention.csv', () => {
  async function faultsOf(text: string) {
    const file = path.join(dir, 'retention.csv')
    await writeFile(file, text)
    await utimes(file, new Date(), new Date())
    try {
      readRetention(file)
    } catch (error) {
      return (error as Error).message.split('\n')
    }
    return []
  }
  const rest = 'message,,\npayer-check,,\nkit,,\nmail,,\ninvitation,,\n'

  test('as shipped keeps everything, but erases drafts on request', () => {
    const set = readRetention('data/retention.csv')
    expect(set.filter(({ days }) => days !== null)).toEqual([])
    expect(set.filter(({ daysOnRequest }) => daysOnRequest !== null).map(({ kind }) => kind)).toEqual([
      'draft',
    ])
  })

  test('names each fault with row, column and rule', async () => {
    expect(
      await faultsOf(
        `kind,days,daysOnRequest\nfamily,100,800\norder,ten years,10\ndraft,90,91\n${rest}photos,1,\n`,
      ),
    ).toEqual([
      "retention.csv, row 3, column days: 'ten years' is not a number of days up to 36525, or empty for ever",
      "retention.csv, row 10, column kind: 'photos' is not one of family, order, draft, message, payer-check, kit, mail, invitation",
      "retention.csv, row 2, column days: '100' is less than 730, the least for family",
      "retention.csv, row 2, column daysOnRequest: '800' has to be empty: family is not erased on request",
      "retention.csv, row 2, column daysOnRequest: '800' is more than the 100 days after which family is erased anyway",
      "retention.csv, row 4, column daysOnRequest: '91' is more than the 90 days after which draft is erased anyway",
    ])
    expect(await faultsOf(`kind,days,daysOnRequest\nfamily,,\norder,,\n${rest}`)).toEqual([
      "retention.csv, column kind: 'draft' is missing: leave its cells empty to keep it for ever",
    ])
  })
})
