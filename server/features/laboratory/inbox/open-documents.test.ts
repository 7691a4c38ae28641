import { afterAll, beforeAll, expect, test } from 'vitest'
import { eitherCodec } from '#adapters/laboratory/either-codec.ts'
import { codec as hl7, PDF } from '#adapters/laboratory/testing/messages.ts'
import { pdfOpener } from '#adapters/pdf/open.ts'
import type { Order } from '#contract/order.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { laboratoryInbox } from './inbox.ts'

let portal: TestPortal
let order: Order
let receive: (raw: string) => Promise<string | null>
/** All of one width, because results from two messages of the same instant are ordered by message name. */
let control = 10_000
const pdfs = pdfOpener()

beforeAll(async () => {
  portal = await startPortal()
  order = await portal.submitted()
  const { worker: connection, files } = portal
  const codec = eitherCodec(hl7)
  receive = laboratoryInbox({ connection, codec, files, sendOrderNotice: async () => {}, openPdf: pdfs.open })
})
afterAll(async () => {
  await pdfs.close()
  await portal?.stop()
})

const cut = PDF.subarray(0, 150)
const eighteen = Buffer.from('%PDF-1.4\n%%EOF\n   ')

/** A final result for the order whose report consists of the given files. */
function reported(...contents: Uint8Array[]): string {
  const obx = contents.map(
    (content, index) =>
      `OBX|${index + 1}|ED|R^Report^L||^application^PDF^Base64^${Buffer.from(content).toString('base64')}||||||F`,
  )
  const msh = `MSH|^~\\&|LIS|LARKFIELD|KARYO|PORTAL|20260313101500-0500||ORU^R01^ORU_R01|PDF${++control}|P|2.5.1`
  const pid = `PID|1||${order.id}-proband^^^KARYO^PI||Nguyen^Linh`
  const obr = `OBR|1|${order.id}^KARYO|26-1^LIS|WES1|||||||||||||||||||||F`
  return [msh, pid, obr, ...obx, ''].join('\r')
}

function inBundle(content: Uint8Array): string {
  const presentedForm = [{ contentType: 'application/pdf', data: Buffer.from(content).toString('base64') }]
  const basedOn = [{ identifier: { system: 'urn:karyo:order', value: String(order.id) } }]
  const resource = {
    resourceType: 'DiagnosticReport',
    status: 'final',
    code: { text: 'Exome' },
    basedOn,
    presentedForm,
  }
  const request = { method: 'PUT', url: 'DiagnosticReport' }
  const identifier = { value: `PDF${++control}` }
  return JSON.stringify({ resourceType: 'Bundle', type: 'batch', identifier, entry: [{ resource, request }] })
}

async function storedCount(): Promise<number> {
  const { count } = await portal.worker.db
    .selectFrom('laboratory_fact')
    .where('order_id', '=', order.id)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

test.each([
  ['18 bytes', [eighteen], 'is damaged'],
  ['half of one', [cut], 'is cut off'],
  ['one behind one that can be read', [PDF, cut], 'is cut off'],
])(
  '[MSG-07] %s labeled as a PDF are refused, and nothing from the message is applied',
  async (_name, contents, reason) => {
    const before = await storedCount()
    const answer = await receive(reported(...contents))
    expect(answer).toContain('\rMSA|AE|')
    expect(answer).toContain(reason)
    expect(answer).toContain('OBX-5')
    expect(await storedCount()).toBe(before)
  },
)

test('[MSG-07] also in a Bundle, with an OperationOutcome', async () => {
  const before = await storedCount()
  expect(JSON.parse((await receive(inBundle(eighteen))) ?? '')).toMatchObject({
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'error', details: { text: expect.stringContaining('is damaged') } }],
  })
  expect(await storedCount()).toBe(before)
})

test('accepts one that can be read', async () => {
  expect(await receive(reported(PDF))).toContain('\rMSA|AA|')
})
