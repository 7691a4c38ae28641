import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ehrCodec } from '#adapters/ehr/codec.ts'
import { readAnswer } from '#adapters/hl7/acknowledgement.ts'
import { connectMllp } from '#adapters/hl7/mllp-client.ts'
import { listenMllp } from '#adapters/hl7/mllp-server.ts'
import type { MllpListener } from '#adapters/hl7/port.ts'
import { makeAuthority } from '#adapters/hl7/testing/certificates.ts'
import type { EhrOrder } from '#domain/ehr/ehr-order.ts'
import { chartsOf } from './charts.ts'
import { type Hospital, openHospital } from './hospital.ts'
import { openPages, type Pages } from './pages.ts'

const codec = ehrCodec({ sendingApplication: 'KARYO', sendingFacility: 'LAB', processingId: 'P' })
const authority = await makeAuthority('Hospital tests')
const [own, portalTls] = await Promise.all([authority.certify('hospital'), authority.certify('portal')])
const fingerprint = (pem: string) => new X509Certificate(pem).fingerprint256

/** Orders as the portal reads them, and the certificates of the connections. */
const received: { order: EhrOrder; certificate: string | null }[] = []
let portal: MllpListener
let hospital: Hospital
let pages: Pages
beforeAll(async () => {
  portal = await listenMllp({
    ...{ host: '127.0.0.1', port: 0, tls: { ...portalTls, asksForCertificate: true } },
    async receive(raw, certificate) {
      const message = codec.read(raw)
      if (message.kind === 'orders') for (const order of message.orders) received.push({ order, certificate })
      return codec.answer(message, null)
    },
  })
  hospital = await openHospital({
    portal: { host: '127.0.0.1', port: portal.port },
    tls: own,
    portalCertificate: fingerprint(portalTls.cert),
    ...{ port: 0, seed: 7 },
  })
  pages = await openPages(hospital, 0)
})
afterAll(async () => {
  await pages?.close()
  await hospital?.close()
  await portal?.close()
})

/** A result of an order, as text of HL7. */
function result(placer: string, mrn: string, { id = 'R1', status = 'F', pdf = 'one' } = {}): string {
  const content = Buffer.from(pdf).toString('base64')
  return [
    `MSH|^~\\&|KARYO|LAB|SIMEHR|HARBORVIEW|20260312||ORU^R01^ORU_R01|${id}|P|2.5.1`,
    `PID|1||${mrn}^^^HARBORVIEW^MR`,
    `ORC|RE|${placer}^SIMEHR|4711^KARYO`,
    `OBR|1|${placer}^SIMEHR|4711^KARYO|GEN100^Exome^L|||||||||||||||||||||${status}`,
    `OBX|1|ED|51969-4^Genetic report^LN|1|^application^pdf^Base64^${content}||||||${status}`,
    '',
  ].join('\r')
}
async function send(raw: string) {
  const sender = connectMllp({
    ...{ host: '127.0.0.1', port: hospital.resultPort, timeoutMs: 50_000, read: readAnswer },
    tls: { ...portalTls, fingerprints: [fingerprint(own.cert)] },
  })
  return sender.send(raw).finally(() => sender.close())
}
const press = (path: string, form: Record<string, string>) =>
  fetch(`${pages.origin}${path}`, { method: 'POST', body: new URLSearchParams(form) }).then((page) =>
    page.text(),
  )

test('the same seed gives the same families, whose members know each other', () => {
  expect(chartsOf(3)).toEqual(chartsOf(3))
  expect(chartsOf(3)).not.toEqual(chartsOf(4))
  const charts = chartsOf(3)
  const numbers = charts.map(({ mrn }) => mrn)
  expect(new Set(numbers).size).toBe(charts.length)
  for (const { lastName, relatives } of charts)
    for (const { mrn } of relatives)
      expect(charts.find((chart) => chart.mrn === mrn)).toMatchObject({ lastName })
  expect(charts.filter(({ relatives }) => relatives.length >= 2).length).toBeGreaterThanOrEqual(6)
})

test('a person orders, changes and cancels on the pages; the portal reads it all, from the hospital’s certificate', async () => {
  const [chart] = hospital.charts
  const mrn = chart?.mrn ?? ''
  const page = await press('/orders', { mrn, test: 'GEN100', clinician: 'D10', note: 'Call <first>' })
  expect(page).toContain('NW: AA')
  const placer = hospital.orders.at(-1)?.placer ?? ''
  await press(`/orders/${placer}/change`, { note: 'Call second' })
  expect(await press(`/orders/${placer}/cancel`, {})).toContain('(cancelled)')
  const ordered = received.filter(({ order }) => order.placer?.number === placer)
  expect(ordered.map(({ order }) => [order.control, order.notes])).toEqual([
    ['new', ['Call <first>']],
    ['change', ['Call second']],
    ['cancel', ['Call second']],
  ])
  expect(ordered[0]?.certificate).toBe(fingerprint(own.cert))
  expect(ordered[0]?.order).toMatchObject({
    placer: { number: placer, namespace: 'SIMEHR' },
    patient: { lastName: chart?.lastName, dateOfBirth: chart?.dateOfBirth },
    provider: { numbers: [{ number: '1234567893', type: 'NPI' }] },
    diagnoses: chart?.problems.map(({ code, text }) => ({ code, text, system: 'I10' })),
    insurance: [{ memberId: chart?.insurance.memberId }],
  })
})

test('results are filed each once under their order and patient, or refused, and the PDF can be opened', async () => {
  const chart = hospital.charts[1]
  const { order } = await hospital.place(chart?.mrn ?? '', 'GEN200')
  const { placer } = order
  const mrn = chart?.mrn ?? ''
  for (const raw of [
    result(placer, mrn),
    result(placer, mrn),
    result(placer, mrn, { id: 'R2', status: 'C', pdf: 'two' }),
  ])
    expect(await send(raw)).toMatchObject({ code: 'AA' })
  expect(order.results.map(({ status }) => status)).toEqual(['F', 'C'])
  const page = await (await fetch(`${pages.origin}/charts/${mrn}`)).text()
  expect(page).toContain('Replaced: status F')
  expect(await (await fetch(`${pages.origin}/orders/${placer}/1/0.pdf`)).text()).toBe('two')
  expect(await send(result(placer, 'S7-9999', { id: 'R3' }))).toMatchObject({ code: 'AE' })
  expect(await send(result('1', mrn, { id: 'R4' }))).toMatchObject({
    code: 'AE',
    text: 'No order 1 of this patient',
  })
})

test('the hospital refuses results, or is away, until somebody presses that it files again', async () => {
  const mrn = hospital.charts[2]?.mrn ?? ''
  const { order } = await hospital.place(mrn, 'GEN100')
  const raw = result(order.placer, mrn, { id: 'R9' })
  await press('/mode', { mode: 'refuses' })
  expect(await send(raw)).toMatchObject({ code: 'AE', text: 'Results cannot be filed now' })
  await press('/mode', { mode: 'away' })
  await expect(send(raw)).rejects.toThrow('cannot be reached')
  await press('/mode', { mode: 'files' })
  expect(await send(raw)).toMatchObject({ code: 'AA' })
  expect(order.results).toHaveLength(1)
})
