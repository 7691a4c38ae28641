import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_ORDERS } from '#adapters/ehr/testing/sample-orders.ts'
import type { UserStatus } from '#domain/lookups.ts'
import { administer } from '#server/database/connection/connect.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, FOREIGN, PARENT } from '#server/testing/world.ts'
import { addUser } from '../users/testing/users.ts'
import { hospital, orderMessage } from './testing/hospital.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const TESTS = [{ kind: 'test' as const, code: 'gen1', meaning: 'EPI2' }]
const msa = (answer: string) => /\rMSA\|([^\r]*)/.exec(answer)?.[1]?.split('|')

describe.skipIf(SAMPLE_ORDERS.length === 0)('orders of other people’s systems', () => {
  /** Each from a hospital of its own, as its number is of one. */
  const hospitals = async (tag: string) =>
    Promise.all(
      SAMPLE_ORDERS.map(async ({ raw }, index) => ({
        raw,
        ...(await hospital(portal, {
          code: `${tag}${index}`,
          processingId: /^MSH(?:\|[^|]*){9}\|T/.test(raw) ? 'T' : 'D',
        })),
      })),
    )

  test('none is lost, each is found by its number, and each code without a meaning is listed', async () => {
    const all = await hospitals('S')
    const found = []
    for (const { raw, send, orders } of all) {
      const [code] = msa(await send(raw)) ?? []
      found.push({ code, orders: await orders() })
    }
    const taken = found.filter(({ code }) => code === 'AA' || code === 'CA')
    // One has no MSH-10, and so no name; one cancels what has never been ordered.
    expect(found.length - taken.length).toBe(2)
    expect(found.filter(({ orders }) => orders.length === 0)).toHaveLength(1)
    for (const { orders } of taken)
      for (const { placer, state, unmapped, content, document } of orders) {
        expect(placer).toMatch(/^[^^]+\^/)
        expect(state).toBe('draft')
        const listed = unmapped.map(({ kind, code }) => `${kind} ${code}`)
        for (const codes of content?.tests ?? [])
          expect(listed).toContain(`test ${codes[0]?.code || codes[0]?.text}`)
        for (const { question } of content?.answers ?? [])
          expect(listed).toContain(`question ${question[0]?.code || question[0]?.text}`)
        expect(document?.tests[0]?.testCode).toBe('')
        expect(document?.clinicalNotes).toContain('Ordered, not known here:')
      }
  })

  test('shuffled, repeated and over four connections they end in the same', async () => {
    const [one, other] = [await hospitals('A'), await hospitals('B')]
    for (const { raw, send } of one) await send(raw)
    const waiting = [...other, ...other.toReversed()].toSorted(
      (a, b) => (a.raw.length % 7) - (b.raw.length % 7),
    )
    const connection = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await next.send(next.raw)
    }
    await Promise.all([connection(), connection(), connection(), connection()])
    const end = async (all: typeof one) =>
      (await Promise.all(all.map(({ orders }) => orders()))).map((orders) =>
        orders.map(({ order_id, ...order }) => order),
      )
    expect(await end(other)).toEqual(await end(one))
  })
})

describe('an order of a hospital', () => {
  test('becomes a draft with what has a meaning here, and the rest in the hospital’s words', async () => {
    const { send, orders } = await hospital(portal, { maps: TESTS })
    const more = [
      'DG1|1||G40.909^Epilepsy^I10',
      'OBX|1|CWE|Q7^Consanguinity?^L||Y^Yes^L',
      'OBX|2|NM|Q8^Age at onset^L||4|mo^month^UCUM',
      'SPM|1|||BLD^Whole blood^HL70487|||||||||||||20260312',
      'NTE|1||Call before drawing.',
    ]
    expect(msa(await send(orderMessage({ more })))?.[0]).toBe('AA')
    const [order] = await orders()
    expect(order).toMatchObject({ placer: '1001^EPIC', state: 'draft', is_cancelled: false, differs: false })
    expect(order?.document).toMatchObject({
      tests: [{ testCode: 'EPI2' }],
      patients: [
        {
          firstName: 'ADAEZE',
          lastName: 'OKAFOR',
          dateOfBirth: '2019-03-14',
          sex: 'Female',
          recordNumber: 'M1',
        },
      ],
      orderingProvider: { npi: '1234567893', lastName: 'OKAFOR' },
      indicationsForTesting: [{ code: 'G40.909' }],
      samples: [{ specimenType: '', dateOfCollection: '2026-03-12' }],
    })
    expect(order?.document?.clinicalNotes.split('\n')).toEqual([
      'Specimen: Whole blood (BLD)',
      'Consanguinity: Yes',
      'Age at onset: 4 month',
      'Call before drawing.',
    ])
    expect(order?.unmapped.map(({ kind, code }) => `${kind} ${code}`)).toEqual([
      ...['specimen BLD', 'question Q7', 'question Q8'],
    ])
    const read = await portal
      .as('OrderViewer@P1')
      .orders.get({ params: { hospital: PARENT, id: order?.order_id ?? 0 } })
    expect(read.createdBy).toMatch(/^Hospital \d+$/)
  })

  test.each([
    ['original mode', { msh: '|||' }, ['AA', 'C-1', '']],
    ['enhanced mode', { msh: '||AL|NE' }, ['CA', 'C-1', '']],
    ['version 2.3', { version: '2.3' }, ['AA', 'C-1', '']],
  ])('is acknowledged in %s', async (_, how, expected) => {
    const { send } = await hospital(portal)
    expect(msa(await send(orderMessage({ ...how, controlId: 'C-1' })))).toEqual(expected.filter(Boolean))
  })

  test('is not acknowledged if its sender wants no acknowledgement', async () => {
    const { send, orders } = await hospital(portal)
    expect(await send(orderMessage({ msh: '||NE|NE' }))).toBe('')
    expect(await orders()).toHaveLength(1)
  })

  test('is answered with our number and what has no meaning here, where the interface wants that', async () => {
    const { send, orders } = await hospital(portal, { answersOrders: true })
    const answer = await send(orderMessage())
    const [order] = await orders()
    expect(answer).toContain('|ORL^O22^ORL_O22|')
    expect(answer).toContain(`\rORC|OK|1001^EPIC|${order?.order_id}^KARYO||HD\r`)
    expect(answer).toContain('Not known here: test GEN1, Epilepsy panel')
  })

  test('is not taken twice, and follows the hospital until a person has changed the draft', async () => {
    const { send, orders } = await hospital(portal, { maps: TESTS })
    const first = orderMessage()
    const answer = await send(first)
    expect(await send(first)).toBe(answer)
    await send(orderMessage({ control: 'XO', at: 1, name: 'OKAFOR^ADA' }))
    const [followed] = await orders()
    expect(followed?.document?.patients[0]?.firstName).toBe('ADA')
    // An older message, late: the newer one stands.
    await send(orderMessage({ control: 'XO', name: 'OKAFOR^LATE' }))
    const id = followed?.order_id ?? 0
    await portal.as('OrderSubmitter@P1').orders.patch({
      params: { hospital: PARENT, id },
      headers: {},
      body: [{ op: 'replace', path: '/clinicalNotes', value: 'Edited here' }],
    })
    await send(orderMessage({ control: 'XO', at: 2, name: 'OKAFOR^ADELE' }))
    expect(await orders()).toMatchObject([
      {
        order_id: id,
        differs: true,
        document: { clinicalNotes: 'Edited here', patients: [{ firstName: 'ADA' }] },
      },
    ])
  })

  test('is joined with those placed together for the same person, in any sequence', async () => {
    const both = [
      orderMessage({ placer: '1^E', group: 'G', test: 'GEN1^Epilepsy panel' }),
      orderMessage({ placer: '2^E', group: 'G', test: 'GEN2^Exome' }),
      orderMessage({ placer: '3^E', group: 'G', name: 'OTHER^PERSON', mrn: 'M2' }),
    ]
    const maps = [...TESTS, { kind: 'test' as const, code: 'GEN2', meaning: 'WES1' }]
    for (const messages of [both, both.toReversed()]) {
      const { send, orders } = await hospital(portal, { maps })
      for (const message of messages) await send(message)
      const [one, two, three] = await orders()
      expect(one?.order_id).toBe(two?.order_id)
      expect(three?.order_id).not.toBe(one?.order_id)
      expect(one?.document?.tests.map(({ testCode }) => testCode)).toEqual(['EPI2', 'WES1'])
    }
  })

  test('is never joined with a twin’s, though family name, birth and group are the same', async () => {
    const twins = [
      orderMessage({ placer: '1^E', group: 'G', name: 'OKAFOR^BABY A', mrn: 'M1' }),
      orderMessage({ placer: '2^E', group: 'G', name: 'OKAFOR^BABY B', mrn: 'M2' }),
    ]
    for (const messages of [twins, twins.toReversed()]) {
      const { send, orders } = await hospital(portal, { maps: TESTS })
      for (const message of messages) await send(message)
      const people = (await orders()).map(({ document }) => document?.patients[0])
      expect(people.map((one) => [one?.firstName, one?.recordNumber])).toEqual([
        ['BABY A', 'M1'],
        ['BABY B', 'M2'],
      ])
      // A twin's number is not the other's either.
      const answer = await send(
        orderMessage({ control: 'XO', at: 1, placer: '1^E', name: 'OKAFOR^BABY B', mrn: 'M2' }),
      )
      expect(msa(answer)?.[0]).toBe('AE')
      expect((await orders())[0]?.document?.patients[0]?.firstName).toBe('BABY A')
    }
  })

  test('with an ORC above each test has all of them', async () => {
    const maps = [...TESTS, { kind: 'test' as const, code: 'GEN2', meaning: 'WES1' }]
    const { send, orders } = await hospital(portal, { maps })
    const more = ['ORC|NW|1001^EPIC', 'OBR|2|1001^EPIC||GEN2^Exome^L', 'NTE|1||Fasting']
    expect(msa(await send(orderMessage({ more })))?.[0]).toBe('AA')
    const all = await orders()
    expect(all.map(({ document }) => document?.tests.map(({ testCode }) => testCode))).toEqual([
      ['EPI2', 'WES1'],
    ])
    expect(all[0]?.document?.clinicalNotes).toBe('Fasting')
  })

  test('that is replaced by another in one message leaves it its place', async () => {
    const maps = [...TESTS, { kind: 'test' as const, code: 'GEN2', meaning: 'WES1' }]
    const { send, orders } = await hospital(portal, { maps })
    await send(orderMessage())
    const more = ['ORC|RO|1002^EPIC', 'OBR|1|1002^EPIC||GEN2^Exome^L']
    expect(msa(await send(orderMessage({ control: 'RP', at: 1, more })))?.[0]).toBe('AA')
    expect(
      (await orders()).map((one) => [one.is_cancelled, one.document?.tests.map((each) => each.testCode)]),
    ).toEqual([
      [true, undefined],
      [false, ['WES1']],
    ])
    // One that never came has no place to leave.
    const unknown = ['ORC|RO|1004^EPIC', 'OBR|1|1004^EPIC||GEN2^Exome^L']
    const answer = await send(orderMessage({ control: 'RP', at: 2, placer: '1003^EPIC', more: unknown }))
    expect(msa(answer)?.[0]).toBe('AA')
    expect((await orders()).filter(({ document }) => document !== null)).toHaveLength(2)
  })

  test('that is replaced without another is changed', async () => {
    const { send, orders } = await hospital(portal, { maps: TESTS })
    await send(orderMessage())
    await send(orderMessage({ control: 'RP', at: 1, name: 'OKAFOR^ADA' }))
    expect(await orders()).toMatchObject([
      { is_cancelled: false, document: { patients: [{ firstName: 'ADA' }] } },
    ])
  })

  test('is discarded with its cancellation, whichever comes first', async () => {
    const [placed, cancelled] = [orderMessage(), orderMessage({ control: 'CA', at: 1 })]
    const { send, orders } = await hospital(portal)
    await send(placed)
    expect(msa(await send(cancelled))?.[0]).toBe('AA')
    expect(await orders()).toMatchObject([{ is_cancelled: true, order_id: null }])

    const late = await hospital(portal)
    const answer = await late.send(cancelled)
    expect(msa(answer)?.[0]).toBe('AE')
    expect(answer).toContain('|204^Unknown key identifier^HL70357|')
    expect(msa(await late.send(placed))?.[0]).toBe('AA')
    expect(await late.orders()).toMatchObject([{ is_cancelled: true, order_id: null }])
  })

  test('that is submitted is never changed, and cancelled by the laboratory', async () => {
    const { send, orders } = await hospital(portal, { answersOrders: true, maps: TESTS })
    await send(orderMessage())
    const id = (await orders())[0]?.order_id ?? 0
    const { id: submitted } = await portal.submitted()
    // As if the draft had been completed and submitted.
    await portal.worker.db
      .selectFrom('ehr_order')
      .select('id')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    await portal.portal.sql.begin(async (db) => {
      await db`select set_config('karyo.institutions', ${PARENT}, true)`
      await db`update ehr_order set order_id = ${submitted} where order_id = ${id}`
    })
    expect(await send(orderMessage({ control: 'XO', at: 1, name: 'OKAFOR^ADA' }))).toContain(
      `\rORC|UX|1001^EPIC|${submitted}^KARYO`,
    )
    expect((await orders())[0]).toMatchObject({ differs: true, state: 'en-route' })
    expect(await send(orderMessage({ control: 'CA', at: 2 }))).toContain(
      `\rORC|CR|1001^EPIC|${submitted}^KARYO`,
    )
    expect((await orders())[0]).toMatchObject({ state: 'pending-cancellation' })
  })
})

describe('a message is refused', () => {
  test.each([
    ['a test system', { processingId: 'T' }, 'MSH-11 is T: this interface takes P', '202'],
    ['an order without a number', { placer: '' }, 'ORC-2 and OBR-2 are missing', '102'],
  ])('of %s', async (_, how, words, condition) => {
    const { send, orders } = await hospital(portal)
    const answer = await send(orderMessage(how))
    expect(answer).toContain(words)
    expect(answer).toContain(`\rERR|||${condition}^`)
    expect(await orders()).toEqual([])
  })

  test('whole, if it is about two patients', async () => {
    const { send, orders } = await hospital(portal)
    const second = 'PID|2||M9^^^HOSPITAL^MR||BERG^JON||19500101|M'
    const same = 'PID|2||M1^^^HOSPITAL^MR||OKAFOR^ADAEZE||20190314|F'
    const more = (pid: string) => [pid, 'ORC|NW|1002^EPIC', 'OBR|1|1002^EPIC||GEN1^Epilepsy panel^L']
    expect(await send(orderMessage({ more: more(second) }))).toContain('PID names several patients')
    expect(await orders()).toEqual([])
    expect(msa(await send(orderMessage({ more: more(same) })))?.[0]).toBe('AA')
    expect(await orders()).toHaveLength(2)
  })

  test('of another sender than the interface’s', async () => {
    const { send } = await hospital(portal, { sender: 'CERNER|ELSEWHERE' })
    expect(await send(orderMessage())).toContain(
      'this interface takes CERNER|ELSEWHERE'.replace('|', '\\F\\'),
    )
  })

  test('whole, if one order of it is another person’s', async () => {
    const { send, orders } = await hospital(portal)
    await send(orderMessage())
    const answer = await send(orderMessage({ control: 'XO', at: 1, name: 'BERG^JON', mrn: 'M9' }))
    expect(answer).toContain('1001^EPIC is an order for another person'.replace('^', '\\S\\'))
    expect((await orders())[0]?.content?.patient.lastName).toBe('OKAFOR')
  })
})

test('an institution sees only its own hospital’s orders and messages', async () => {
  const { send, code } = await hospital(portal)
  await send(orderMessage())
  for (const [at, n] of [
    [PARENT, 1],
    [FOREIGN, 0],
  ] as const)
    await portal.portal.sql.begin(async (db) => {
      await db`select set_config('karyo.institutions', ${at}, true)`
      expect(await db`select from ehr_order where interface_code = ${code}`).toHaveLength(n)
      expect(await db`select from ehr_message_in where interface_code = ${code}`).toHaveLength(n)
    })
})

test('the clinic hears of a draft by mail once, without the patient’s name or the test', async () => {
  const epic = await hospital(portal, { name: 'Larkfield Epic' })
  await administer(portal.database.url, (db) =>
    sql`update physician set email = 'submitter@clinic.test',
      notifications = notifications || '{"whose": "institution", "actionNeeded": true}'
      where subject = 'OrderSubmitter@P1'`.execute(db),
  )
  const order = { placer: '8801^EPIC', name: 'MAILWORTHY^ADAEZE' }
  await epic.send(orderMessage(order))
  await epic.send(orderMessage({ ...order, at: 5, more: ['NTE|1||More'] }))
  const id = (await epic.orders())[0]?.order_id
  const mails = (await portal.mailsTo('submitter@clinic.test')).filter(({ subject }) =>
    subject.startsWith(`Order ${id}:`),
  )
  expect(mails.map(({ subject }) => subject)).toEqual([`Order ${id}: a draft from Larkfield Epic`])
  expect(JSON.stringify(mails)).not.toMatch(/MAILWORTHY|ADAEZE|Epilepsy|GEN1/i)
})

test('of an order for a clinic of a group its staff hear too, and the ordering provider is one of them', async () => {
  const epic = await hospital(portal, { institution: CHILD })
  const npi = '1912301953'
  const staff = async (lastName: string, atChild: UserStatus | null) => {
    const user = await addUser(
      portal,
      lastName,
      { [PARENT]: ['OrderSubmitter'] },
      lastName === 'Ada' ? { npi } : {},
    )
    await administer(portal.database.url, async (db) => {
      await sql`update physician set notifications = notifications || '{"whose": "institution"}'
        where id = ${user.id}`.execute(db)
      if (atChild !== null)
        await sql`insert into membership (physician_id, institution_code, status)
          values (${user.id}, ${CHILD}, ${atChild})`.execute(db)
    })
    return user
  }
  const [ada, inactive, blocked] = [
    await staff('Ada', null),
    await staff('Inactive', 'Inactive'),
    await staff('Blocked', 'Blocked'),
  ]
  await epic.send(orderMessage({ placer: '8802^EPIC' }).replaceAll('1234567893', npi))
  const [order] = await epic.orders()
  expect(order?.document?.orderingProvider).toMatchObject({ npi, physicianId: ada.id })
  const mails = async ({ email }: { email: string }) => (await portal.mailsTo(email)).length
  expect(await Promise.all([ada, inactive, blocked].map(mails))).toEqual([1, 1, 0])
})
