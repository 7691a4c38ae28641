import type { Binary, Bundle, DiagnosticReport } from 'fhir/r4.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eitherCodec } from '#adapters/laboratory/either-codec.ts'
import { SYSTEMS } from '#adapters/laboratory/fhir/systems.ts'
import { about, bundle, pdf, report } from '#adapters/laboratory/fhir/testing/messages.ts'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import { dice, pick } from '#adapters/laboratory/testing/mutations.ts'
import { anyPdf } from '#adapters/pdf/testing/any-pdf.ts'
import { type Message, model } from '#domain/reports/testing/model.ts'
import { cases } from '#domain/testing/cases.ts'
import { administer, connect } from '#server/database/connection/connect.ts'
import { fhirOf } from '#server/features/fhir/testing/request.ts'
import { TEST_SECRET } from '#server/testing/database.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, twoTests } from '#server/testing/world.ts'
import { shuffled } from '../testing/conversation.ts'
import { copiesOf } from '../testing/orders.ts'
import { laboratoryInbox } from './inbox.ts'

const ORDERS = cases(180)
const CONNECTIONS = 2

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const CODES = { preliminary: 'P', final: 'F', corrected: 'C', withdrawn: 'F' } as const
/** DiagnosticReport.status values; HL7 distinguishes fewer changes. */
const FHIR_CODES = {
  ...({ preliminary: 'preliminary', final: 'final', corrected: 'corrected', amended: 'amended' } as const),
  ...({ addended: 'appended', withdrawn: 'entered-in-error' } as const),
} as const
/** While one of these waits, it is uncertain whether the report is valid (0040-questioned-reports.sql). */
const QUESTIONS: readonly string[] = ['withdrawn', 'corrected', 'amended']
const HL7_STATUSES = ['preliminary', 'final', 'final', 'corrected', 'withdrawn'] as const
const FHIR_STATUSES = [...HL7_STATUSES, 'amended', 'addended'] as const
const pdfOf = (content: string) => Buffer.concat([REPORT, Buffer.from(`% ${content}\n`)])

/** The laboratory's messages about one order, each at a different time. */
function historyOf(order: number, roll: () => number): (Message & { raw: string })[] {
  return Array.from({ length: 2 + Math.floor(roll() * 6) }, (_, n) => {
    const content = pick(['a', 'b', 'c'], roll)
    const key = `${order}-${n}`
    if (roll() < 0.4) {
      const status = pick(FHIR_STATUSES, roll)
      const report = { key, of: 'proband WES1', status, content, made: n, sent: n }
      return { ...report, raw: bundleOf(order, report) }
    }
    const status = pick(HL7_STATUSES, roll)
    const at = `202603201${n}0000`
    const raw = laboratoryMessage(key, { order, status: CODES[status], pdf: pdfOf(content), at })
    const report = status === 'withdrawn' ? raw.replace(/\|\|\|\|\|\|F\r/, '||||||W\r') : raw
    return { key, of: 'proband WES1', status, content, made: n, sent: n, raw: report }
  })
}

/** The same as a Bundle, whose report includes its PDF even if it is withdrawn. */
function bundleOf(order: number, { key, status, content, made }: Message): string {
  const { contained } = about(order)
  const named = contained.map((patient) => ({ ...patient, name: [{ family: 'Patient0', given: ['Linh'] }] }))
  return JSON.stringify(
    bundle(
      key,
      report(order, FHIR_CODES[status as keyof typeof FHIR_CODES], {
        ...{ contained: named, subject: { reference: '#p' }, issued: `2026-03-20T1${made}:00:00Z` },
        presentedForm: [pdf(pdfOf(content))],
      }),
    ),
  )
}

/** Delivers the messages over as many connections concurrently; each is accepted. */
async function deliver(messages: readonly string[]): Promise<void> {
  const connection = connect({
    ...{ url: portal.database.url, secret: TEST_SECRET, role: 'karyo_worker', max: CONNECTIONS },
  })
  const receive = laboratoryInbox({
    ...{
      connection,
      codec: eitherCodec(codec),
      files: portal.files,
      sendOrderNotice: async () => {},
      openPdf: anyPdf,
    },
  })
  async function handOver(list: readonly string[]): Promise<void> {
    for (const raw of list) expect(await receive(raw)).toMatch(/\rMSA\|AA\||transaction-response/)
  }
  await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, one) =>
      handOver(messages.filter((_, n) => n % CONNECTIONS === one)),
    ),
  )
  await connection.close()
}

test(
  '[RPT-01] [RPT-02] random histories, on two connections concurrently, repeated and out of order, end in the model’s reports, and no withdrawn one is returned',
  async () => {
    const { id } = await portal.submitted()
    const orders = await administer(portal.database.url, (db) => copiesOf(db, id, ORDERS))
    const roll = dice(41)
    const histories = new Map(orders.map((order) => [order, historyOf(order, roll)]))
    const all = [...histories.values()].flat().map(({ raw }) => raw)
    const repeats = all.filter(() => roll() < 0.3)
    await deliver(shuffled([...all, ...repeats], roll))

    const reader = portal.as('OrderViewer@P1')
    const fhir = fhirOf(portal)
    const client = await fhir.user('OrderViewer@P1')
    /** What an EHR receives: the status of the one report, and its PDF. */
    async function given(order: number) {
      const path = `/DiagnosticReport?patient=${order}-proband`
      const { entry = [] } = await fhir.get<Bundle<DiagnosticReport>>(path, client)
      return Promise.all(
        entry.map(async ({ resource }) => {
          const url = resource?.presentedForm?.[0]?.url
          const found = url && (await fhir.get<Binary>(new URL(url).pathname.replace('/fhir', ''), client))
          return [resource?.status, found ? Buffer.from(found.data ?? '', 'base64').toString('latin1') : null]
        }),
      )
    }
    let withdrawn = 0
    for (const [order, messages] of histories) {
      const log = JSON.stringify(messages.map(({ raw: _, ...message }) => message))
      const { versions, waiting } = model(messages)
      const [own] = (await reader.reports.list({ params: { h: PARENT, id: order } })).reports
      // Rows of results that waited in the meantime are numbered after the versions, and none is current.
      const reportVersions = own?.versions.toReversed() ?? []
      expect(
        reportVersions
          .slice(0, versions.length)
          .map(({ version, status, state }) => [version, status, state]),
        log,
      ).toEqual(versions.map(({ status, state }, index) => [index + 1, status, state]))
      for (const { state } of reportVersions.slice(versions.length)) expect(state, log).not.toBe('current')
      const open = (query: { version?: number }) =>
        reader.orders.report({ params: { h: PARENT, id: order }, query }).then(
          (content) => Buffer.from(content).toString('latin1'),
          () => null,
        )
      const current = versions.findLast(({ state }) => state === 'current')
      // While something waits that may withdraw it, no one can open it.
      const isQuestioned = messages.some(
        ({ key, status }) => waiting.includes(key) && QUESTIONS.includes(status),
      )
      const content = current && !isQuestioned ? pdfOf(current.content).toString('latin1') : null
      const answered = current && [
        isQuestioned ? 'unknown' : FHIR_CODES[current.status as keyof typeof FHIR_CODES],
        content,
      ]
      // A report that is not current may be listed.
      const counting = (await given(order)).filter(([status]) => status !== 'entered-in-error')
      expect(counting, log).toEqual(answered ? [answered] : [])
      expect(await open({}), log).toBe(content)
      for (const { version, state, parts } of reportVersions) {
        if (state !== 'withdrawn') continue
        withdrawn += 1
        expect(parts).toEqual([])
        expect(await open({ version }), log).toBeNull()
      }
    }
    expect(withdrawn).toBeGreaterThan(ORDERS / 4)
  },
  300_000 + ORDERS * 200,
)

test('[RPT-01] reports of two tests of an order under LOINC’s code of any genetic report stay two, and one is withdrawn alone', async () => {
  const { id } = await portal.submitted(twoTests())
  const { contained } = about(id)
  const named = contained.map((patient) => ({ ...patient, name: [{ family: 'Nguyen', given: ['Linh'] }] }))
  const send = async (key: string, test: string, status: DiagnosticReport['status'], content: string) => {
    const sent = report(id, status, {
      ...{ contained: named, subject: { reference: '#p' }, issued: `2026-03-20T1${key}:00:00Z` },
      code: { coding: [{ system: 'http://loinc.org', code: '51969-4' }] },
      basedOn: [{ identifier: { system: SYSTEMS.test, value: `${id}-${test}` } }],
      presentedForm: [pdf(pdfOf(content))],
    })
    expect(await portal.receive(JSON.stringify(bundle(`two-${id}-${key}`, sent)))).toMatch(
      /transaction-response/,
    )
  }
  const states = async () => {
    const { reports } = await portal.as('OrderViewer@P1').reports.list({ params: { h: PARENT, id } })
    return reports.map(({ testCode, versions }) => [testCode, versions.map(({ state }) => state)])
  }
  await send('1', 'WES1', 'final', 'a')
  await send('2', 'CYS4', 'final', 'b')
  expect(new Map((await states()) as [string, string[]][])).toEqual(
    new Map([
      ['WES1', ['current']],
      ['CYS4', ['current']],
    ]),
  )
  await send('3', 'WES1', 'entered-in-error', 'a')
  expect(new Map((await states()) as [string, string[]][])).toEqual(
    new Map([
      ['WES1', ['withdrawn']],
      ['CYS4', ['current']],
    ]),
  )
})
