import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { generateKey } from 'openpgp'
import { expect } from 'vitest'
import { ClearinghouseFailure } from '#adapters/clearinghouse/port.ts'
import { mailPartner, readPartnerKey } from '#adapters/counseling-partner/mail.ts'
import { bundle, held, report } from '#adapters/laboratory/fhir/testing/messages.ts'
import { api } from '#contract/api.ts'
import { isEventStream, type Route } from '#contract/route.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import { administer } from '../database/connection/connect.ts'
import { fhirOf } from '../features/fhir/testing/request.ts'
import { holdOrder } from '../features/following/testing/hold-order.ts'
import { waitingMessages } from '../features/laboratory/outbox/delivery.ts'
import { mailOutbox } from '../features/mail/outbox.ts'
import { withdrawMails } from '../features/mail/public.ts'
import { EXAMPLES } from './example-requests.ts'
import { APPOINTMENT } from './examples/counseling.ts'
import { FAMILY_REQUEST } from './examples/families.ts'
import { KIT_REQUEST } from './examples/kits.ts'
import { laboratoryMessage, REPORT, type TestLaboratory } from './laboratory.ts'
import { MARK, MARKED, markedDraft, markedOrder, markValues } from './marked.ts'
import { testPayer } from './payer.ts'
import type { TestPortal } from './portal.ts'
import { PARENT } from './world.ts'
import { active } from './world-payers.ts'

/** Faults injected on purpose: writing a row there fails with a message that quotes the row. */
const FAULTY_DOCUMENTS = [
  ...[
    'orders',
    'message_in',
    'message_out',
    'appointment_request',
    'eligibility_check',
    'eligibility_exchange',
  ],
  ...['document', 'kit_order', 'cost_estimate', 'order_event', 'mail_out', 'family'],
]

/** Sends marked patient data through every feature that accepts any, successfully and not. */
export function markedTraffic(portal: TestPortal, logger: FastifyBaseLogger) {
  const as = (who: string) => portal.as(who)
  const creator = 'OrderCreator@P1'
  const paramsOf = (id: number) => ({ hospital: PARENT, id })
  const ignore = () => undefined
  const file = {
    ...{ filename: `${MARK} scan.txt`, mediaType: 'text/plain' },
    content: Buffer.from(`${MARK}, born ${MARKED.born}`),
  }
  const upload = (id: number, more: Partial<typeof file> = {}) =>
    as(creator).documents.upload({
      params: { h: PARENT, id },
      body: { uploadKey: randomUUID(), type: 'Other', description: MARK, file: { ...file, ...more } },
    })
  const downWithWords: TestLaboratory['answers'] = {
    with() {
      throw new Error(`The server answered 500: {"family": ${MARK}}`)
    },
  }
  const receive = (raw: string) =>
    portal.receive(raw).catch((err: unknown) => logger.error({ err }, 'a message could not be processed'))
  const appointment = { ...markValues(APPOINTMENT), preferredLanguage: 'Spanish' } as typeof APPOINTMENT
  const requestCounseling = (more: object = {}) =>
    portal.inject('/api/Orders/GCAppointment', {
      method: 'POST',
      body: {
        ...{ ...appointment, lastName: MARK, labNumber: 'L-1', dateOfBirth: MARKED.born },
        ...{ email: MARKED.email, phoneNumber: MARKED.phone, preferredContact: 'no', ...more },
      },
    })

  /**
   * Requests every route of the contract with the mark in all inputs: most requests are refused, for various
   * reasons.
   */
  async function requestEverything(): Promise<number[]> {
    const statuses: number[] = []
    const routes = Object.entries(api).flatMap(([feature, all]) =>
      Object.entries(all as Record<string, Route>).map(
        ([name, route]) => [`${feature}.${name}`, route] as const,
      ),
    )
    for (const [name, { method, reply, bodyType }] of routes) {
      const example = EXAMPLES[name]
      // A browser's log entries contain no names (portal/reports.ts); the server cannot tell names from other
      // words.
      if (!example || isEventStream(reply) || name === 'log.write') continue
      const path = example.path({ hospital: PARENT, order: 999_999, user: 1, institution: 1, ownId: 1 })
      const query = `search=${MARK}&lastName=${MARK}&keyword=${MARK}&q=${MARKED.phone}&dateOfBirth=${MARKED.born}`
      const url = `${path}${path.includes('?') ? '&' : '?'}${query}`
      const headers = { ...(bodyType ? { 'content-type': bodyType } : {}), ...example.headers }
      const who = example.needs === 'support' ? 'Support' : 'SuperUser@P1'
      const bodies =
        example.body === undefined || example.body instanceof FormData
          ? [example.body]
          : [markValues(example.body), `{"lastName": ${MARK}}`, { [MARK]: { [MARK]: MARKED.born } }]
      for (const body of bodies) {
        const sent = { as: who, method, ...(body === undefined ? {} : { body }) }
        const form = body instanceof FormData
        statuses.push((await portal.inject(url, { ...sent, ...(form ? {} : { headers }) })).status)
      }
      statuses.push((await portal.inject(url, { as: 'OrderSubmitter@F1', method })).status)
    }
    return statuses
  }

  async function orderAndFollow(): Promise<number> {
    const draft = await portal.draft(markedDraft(), { by: creator, at: PARENT })
    await as(creator).orders.askToSubmit({
      params: paramsOf(draft.id),
      body: { physicianId: await idOf('OrderSubmitter@P1'), note: `${MARK}: please` },
    })
    await as('OrderSubmitter@P1').orders.sendBack({
      params: paramsOf(draft.id),
      body: { note: `Not ${MARK}` },
    })
    await as('OrderSubmitter@P1')
      .orders.submit({ params: paramsOf(draft.id), headers: {}, query: SIGNED })
      .then(() => expect.unreachable('it lacks much'), ignore)
    for (const path of ['/clinicalNotes', `/patients/${MARK}/firstName`, `/${MARK}`])
      await portal.inject(`/api/Orders/${PARENT}/${draft.id}`, {
        ...{ as: creator, method: 'PATCH', body: [{ op: 'replace', path, value: MARK }] },
        headers: { 'content-type': 'application/json-patch+json' },
      })
    const { id } = await portal.submitted(markedOrder())
    await upload(id)
    await upload(id, { filename: `${MARK}.exe`, content: Buffer.from('MZ') }).catch(ignore)
    const holdId = await holdOrder(portal, { id, hospitalCode: PARENT }, { words: `Who is ${MARK}?` })
    await as(creator).following.answer({
      params: { ...paramsOf(id), holdId },
      body: { text: `${MARK} is the mother.`, documents: [] },
    })
    await as(creator).kits.order({
      params: { hospital: PARENT },
      body: {
        ...{ ...KIT_REQUEST, requestKey: randomUUID(), note: MARK },
        kitRecipient: { ...KIT_REQUEST.kitRecipient, firstName: MARK, lastName: MARK, phone: MARKED.phone },
      },
    })
    const [member] = FAMILY_REQUEST.document.people
    if (!member) throw new Error('the example family has nobody')
    const people = [{ ...member, firstName: MARK, lastName: MARK, born: MARKED.born, notes: MARK }]
    const family = { familyKey: randomUUID(), name: MARK, document: { ...FAMILY_REQUEST.document, people } }
    await as(creator).families.create({ params: { hospital: PARENT }, body: family })
    await as(creator).families.list({ params: { hospital: PARENT }, query: { keyword: MARK } })
    const twoBirths = [1, 2].map(() => ({ union: MARK, how: 'birth' as const }))
    const impossible = { ...family.document, people: [{ ...member, firstName: MARK, parents: twoBirths }] }
    await as(creator)
      .families.create({
        ...{ params: { hospital: PARENT }, body: { ...family, document: impossible } },
      })
      .then(() => expect.unreachable('nobody is born twice'), ignore)
    const estimate = { params: { hospital: PARENT }, body: { document: markedOrder(), orderId: null } }
    await as(creator).coverage.price(estimate)
    await as(creator).coverage.keepEstimate(estimate)
    await as(creator)
      .coverage.saveLetter({ params: paramsOf(id), body: { version: 0, text: `${MARK} needs it.` } })
      .catch(ignore)
    const form = new FormData()
    const manifest = `Patient last name,Date of birth\n${MARK},${MARKED.born}\n"${MARK}`
    form.append('file', new Blob([manifest], { type: 'text/csv' }), `${MARK}.csv`)
    await portal.inject(`/api/orders/test-code/WES1/hospital-code/${PARENT}/import`, {
      ...{ as: creator, method: 'POST', body: form },
    })
    return id
  }

  async function runChecks() {
    const document = markedOrder()
    const runCheck = async () => {
      const { insurance } = document.payment
      insurance.memberId += '1'
      return as(creator).coverage.check({ params: { hospital: PARENT }, body: { document, orderId: null } })
    }
    const failure = (kind: 'garbage' | 'refused') => ({
      check: async () => {
        throw new ClearinghouseFailure(kind, `no reader for NM1*IL*1*${MARK}`, { raw270: MARK, raw271: MARK })
      },
    })
    for (const clearinghouse of [
      ...[testPayer(active(100)), failure('refused'), failure('garbage')],
      { check: async () => JSON.parse(`{"lastName": ${MARK}}`) },
    ]) {
      await runCheck()
      await portal.startCheckWorker(clearinghouse)
      const states = async () => (await jobs('eligibility')).map(({ state }) => state).join()
      await expect.poll(states).not.toMatch(/created|active/)
      await portal.boss.offWork('eligibility')
    }
  }

  const jobs = (name: string) =>
    portal.worker.sql<
      { state: string; data: unknown }[]
    >`select state, data from jobs.job where name = ${name}`

  async function idOf(subject: string): Promise<number> {
    return administer(portal.database.url, async (db) => {
      const rows = db.selectFrom('physician').select('id').where('subject', '=', subject)
      return (await rows.executeTakeFirstOrThrow()).id
    })
  }

  /** The laboratory's messages about it, and its refusals: each message once complete and once broken. */
  async function receiveMessages(id: number) {
    const { document } = await as(creator).orders.get({ params: paramsOf(id), headers: {} })
    const [patient] = document.patients
    const person = `${patient?.lastName}^${patient?.firstName}||${MARKED.born.replaceAll('-', '')}`
    const marked = (raw: string) => raw.replaceAll('Nguyen^Linh', person)
    // As the laboratory does: again if there was no answer.
    for (const raw of [
      laboratoryMessage('Q1', { order: id, number: 'L-7', status: 'O' }),
      laboratoryMessage('Q2', { order: id, number: 'L-7', reason: `MISSING-INFO^Who is ${MARK}?^L^H7` }),
      laboratoryMessage('Q3', { order: id, number: 'L-7', status: 'F', pdf: REPORT }),
    ])
      await expect.poll(() => receive(marked(raw))).toContain('MSA|AA|')
    for (const raw of [
      laboratoryMessage('Q4', { number: `L-${MARK}`, status: 'F' }),
      laboratoryMessage('Q5', { order: 999_999_999, words: MARK }),
      `${MARK} and nothing else`,
    ])
      await receive(marked(raw))
    await as(creator).orders.feedback({ params: { id }, body: { rating: 1, text: MARK } })
    const fhir = fhirOf(portal)
    await fhir.post(bundle('Q6', held(id, 'MISSING-INFO', `Who is ${MARK}?`, 'H8')))
    await fhir.post(bundle('Q7', report(id, 'final', { conclusion: MARK, status: MARK as 'final' })))
    await fhir.post(`{"resourceType":"Bundle","identifier":${MARK}`)
    const reader = await fhir.user('OrderViewer@P1')
    for (const path of [
      `/Patient?name=${MARK}`,
      `/Patient?birthdate=${MARKED.born}`,
      `/Patient/${MARK}`,
      `/${MARK}`,
    ])
      await fhir.ask(path, reader)
  }

  /** Injects a fault so that the database's error message quotes the row being written. */
  async function withFault<T>(work: () => Promise<T>): Promise<T> {
    const all = (what: (table: string) => string) =>
      administer(portal.database.url, async (db) => {
        for (const table of FAULTY_DOCUMENTS) await sql.raw(what(table)).execute(db)
      })
    await all((table) => `alter table ${table} add constraint ${table}_broken check (false) not valid`)
    try {
      return await work()
    } finally {
      await all((table) => `alter table ${table} drop constraint ${table}_broken`)
    }
  }

  /** Counseling: the partner fails with a message of its own, and gets the next request by encrypted mail. */
  async function counsel() {
    const wait = (state: string) =>
      expect.poll(async () => (await jobs('counseling')).map((one) => one.state)).toContain(state)
    const { publicKey } = await generateKey({
      userIDs: [{ name: 'Partner', email: 'partner@counseling.test' }],
    })
    expect((await requestCounseling()).status).toBe(201)
    await portal.handOver({
      description: 'to the test',
      handOver: async () => Promise.reject(new Error(`no route for ${MARK}`)),
      forget: async () => {},
    })
    await wait('retry')
    await portal.boss.offWork('counseling')
    const sendMail = mailOutbox(portal.boss)
    await portal.handOver(
      mailPartner({
        ...{ to: 'partner@counseling.test', encryptionKey: await readPartnerKey(publicKey) },
        send: (mail) => sendMail(portal.worker.db, mail),
        withdraw: (keys) => withdrawMails(portal.worker.db, keys),
      }),
    )
    expect((await requestCounseling({ email: `other-${MARKED.email}` })).status).toBe(201)
    await wait('completed')
    await portal.boss.offWork('counseling')
  }

  /** The laboratory fails with a message of its own, refuses with another, and finally its answer cannot be stored. */
  async function deliver() {
    const { laboratory } = portal
    const came = () => laboratory.received.length
    laboratory.answers = downWithWords
    await portal.deliver()
    await laboratory.until(() => came() > 0)
    laboratory.answers = { refusedWith: `Patient ${MARK}son is unknown` }
    await expect.poll(async () => (await jobs('laboratory')).map(({ state }) => state)).not.toContain('retry')
    await portal.submitted(markedOrder())
    await expect.poll(async () => (await waitingMessages(portal.worker)).count).toBe(0)
    await portal.boss.offWork('laboratory')
  }

  /** Attempts to write patient data while nothing can be written. */
  async function failWrites(id: number) {
    const before = portal.laboratory.received.length
    await portal.submitted(markedOrder())
    const draft = await portal.draft(markedDraft(), { by: creator, at: PARENT })
    const answer = await withFault(async () => {
      const { status } = await portal.inject(`/api/Orders/${PARENT}/${draft.id}`, {
        ...{
          as: creator,
          method: 'PATCH',
          body: [{ op: 'replace', path: '/clinicalNotes', value: `${MARK}!` }],
        },
        headers: { 'content-type': 'application/json-patch+json' },
      })
      const document = markedOrder()
      const body = { document, orderId: null }
      const params = { hospital: PARENT }
      await Promise.allSettled([
        portal.draft(document),
        upload(id),
        as(creator).coverage.check({ params, body }),
        as(creator).coverage.keepEstimate({ params, body }),
        requestCounseling({ email: `third-${MARKED.email}` }),
        receive(laboratoryMessage('Q9', { order: id, number: 'L-7', words: MARK, status: 'C', pdf: REPORT })),
      ])
      await portal.deliver()
      await portal.laboratory.until(() => portal.laboratory.received.length > before)
      await expect.poll(async () => (await jobs('laboratory')).map((one) => one.state)).toContain('retry')
      await portal.boss.offWork('laboratory')
      return status
    })
    // One delivery keeps failing, so that the queue's record of it remains.
    portal.laboratory.answers = downWithWords
    await portal.deliver()
    const tries = async () => {
      const [row] = await portal.worker.sql`
        select tries from message_out where answered_at is null and last_error <> ''
        and exists (select from jobs.job where name = 'laboratory' and state = 'retry')`
      return row?.tries
    }
    await expect.poll(tries).toBeGreaterThan(0)
    await portal.boss.offWork('laboratory')
    return answer
  }

  return {
    askEverything: requestEverything,
    orderAndFollow,
    askPayers: runChecks,
    deliver,
    hearLaboratory: receiveMessages,
    counsel,
    writeInVain: failWrites,
  }
}
