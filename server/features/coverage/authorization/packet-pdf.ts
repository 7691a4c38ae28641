import type { SavedEstimate } from '#contract/coverage.ts'
import { dayInWords, todayAtLaboratory } from '#domain/dates/dates.ts'
import { policyholderOf } from '#domain/orders/policyholder.ts'
import {
  bytesOf,
  drawColumns,
  ensure,
  type Field,
  flow,
  heading,
  type Laboratory,
  type Line,
  MARGIN,
  newSheet,
  QUIET,
  type Sheet,
  signPages,
  WIDTH,
  write,
} from '#server/features/documents/public.ts'
import { drawEstimate } from '../estimate/estimate-pdf.ts'
import type { Evidence } from './letter-store.ts'
import type { Packet } from './packet.ts'

/** What mail systems and payers' portals accept. Documents beyond it are sent separately. */
const MOST_BYTES = 50 * 1024 * 1024

type AttachedFile = Omit<Evidence, 'file_key'> & { content: Uint8Array }

interface Enclosures {
  /** The newest stored estimate; null if there is none. */
  saved: SavedEstimate | null
  files: readonly AttachedFile[]
  laboratory: Laboratory
  now: Date
}

/** Which documents fit into the file, in order, and which must be sent separately. */
export function attachable<File extends { bytes: number }>(
  files: readonly File[],
): { attached: File[]; apart: File[] } {
  let left = MOST_BYTES
  const attached: File[] = []
  const apart: File[] = []
  for (const file of files) {
    const fits = file.bytes <= left
    if (fits) left -= file.bytes
    ;(fits ? attached : apart).push(file)
  }
  return { attached, apart }
}

const BODY = 10
const laboratoryDay = (at: Date) => dayInWords(todayAtLaboratory(at))

/**
 * The prior authorization packet for the payer as one PDF: a cover sheet with a checklist, the letter, and
 * the estimate. The order's documents are attached unchanged. CPU-bound: run it as heavy work.
 */
export async function writePacket({
  packet,
  enclosed,
}: {
  packet: Packet
  enclosed: Enclosures
}): Promise<Uint8Array> {
  const { order, institutionName, reply } = packet
  const sheet = await newSheet({
    Title: `Prior authorization: order ${order.id}`,
    Author: institutionName,
    CreationDate: enclosed.now,
  })
  const sign = (first: number) =>
    signPages(sheet, first, `Order ${order.id}  ·  ${patientOf(packet)}`, (page, count) =>
      [`Printed ${laboratoryDay(enclosed.now)}`, `Page ${page} of ${count}`].join('  ·  '),
    )
  cover(sheet, packet, enclosed)
  sheet.addPage()
  letter(sheet, packet, enclosed.now)
  sign(0)
  if (enclosed.saved) {
    sheet.addPage()
    const { laboratory, saved } = enclosed
    drawEstimate(sheet, saved, 'en', { laboratory, clinic: institutionName })
  }
  enclosed.files.forEach((file, index) => {
    sheet.file(Buffer.from(file.content), {
      // Two files may have the same name.
      name: `${index + 1} ${file.filename}`,
      type: file.media_type,
      description: [file.type, file.description].filter(Boolean).join(': '),
      creationDate: file.uploaded_at,
      modifiedDate: file.uploaded_at,
    })
  })
  if (reply.letter.signed === null) sheet.info.Subject = 'Draft: the letter is not signed'
  return bytesOf(sheet)
}

function patientOf({ order: { document } }: Packet): string {
  const [patient] = document.patients
  return [patient?.firstName, patient?.lastName].filter(Boolean).join(' ')
}

function cover(sheet: Sheet, packet: Packet, { saved, files, laboratory }: Enclosures): void {
  const { order, institutionName, reply, tests, payerPhone } = packet
  const { payment, orderingProvider: provider, patients, indicationsForTesting } = order.document
  const { insurance } = payment
  const holder = policyholderOf(insurance, patients[0])
  drawColumns(sheet, [
    [
      { text: institutionName, bold: true, size: 14 },
      { text: 'Request for prior authorization', bold: true, size: 17, before: 12 },
    ],
  ])
  sheet.y += 8
  drawFields(sheet, [
    ['To', [reply.payerName, payerPhone].filter(Boolean).join(', ')],
    ['Ordering provider', [provider.firstName, provider.lastName].filter(Boolean).join(' ')],
    ['NPI', provider.npi],
    ['Patient', patientOf(packet)],
    ['Date of birth', dayInWords(patients[0]?.dateOfBirth ?? '')],
    ['Member ID', insurance.memberId],
    ['Group', insurance.groupNumber],
    ['Policy holder', [holder.firstName, holder.lastName].filter(Boolean).join(' ')],
    ['Order', String(order.id)],
    ['Performing laboratory', [laboratory.name, ...laboratory.address, laboratory.phone].join(', ')],
  ])
  heading(sheet, 'Tests')
  for (const { name, code, cptCodes } of tests)
    drawColumns(sheet, [
      [
        { text: `${name} (${code})`, size: BODY, before: 2 },
        { text: cptCodes.length > 0 ? `CPT ${cptCodes.join(', ')}` : 'No CPT code', size: 8.5, color: QUIET },
      ],
    ])
  heading(sheet, 'Diagnoses')
  const diagnoses = indicationsForTesting.map(({ code, description }) => [code, description].join('  '))
  flow(
    sheet,
    diagnoses.map((text): Line => ({ text, size: BODY, before: 1 })),
  )
  heading(sheet, 'Contents of this packet')
  mark(sheet, reply.letter.signed !== null, letterLine(packet))
  mark(
    sheet,
    saved !== null,
    saved ? `Estimate ${saved.id}, ${laboratoryDay(new Date(saved.madeAt))}` : 'Estimate: not available yet',
  )
  const there = files.map(({ type, filename }, index) => `${type}: ${index + 1} ${filename}`)
  for (const text of there) mark(sheet, true, text)
  for (const { type, filename } of attachable(packet.evidence).apart)
    mark(sheet, false, `${type}: ${filename} (too large to attach, sent separately)`)
  const missing = reply.wanted.filter(({ isThere, type }) => !isThere && type !== null)
  for (const { what } of missing) mark(sheet, false, `${what}: required by the payer, missing`)
  if (there.length > 0)
    flow(sheet, [
      {
        text: 'The documents are attached to this PDF. Your PDF reader lists them under attachments.',
        ...{ size: 8.5, color: QUIET, before: 6 },
      },
    ])
}

function letterLine({ reply: { letter } }: Packet): string {
  return letter.signed
    ? `Letter of medical necessity, signed by ${letter.signed.signature} on ${laboratoryDay(new Date(letter.signed.at))}`
    : 'Letter of medical necessity, not signed yet'
}

/** A checklist line: a box, ticked if the item is included. */
function mark(sheet: Sheet, isThere: boolean, text: string): void {
  sheet.y += 4
  ensure(sheet, 14)
  const top = sheet.y
  sheet
    .rect(MARGIN, top + 2, 8, 8)
    .lineWidth(0.75)
    .strokeColor('#5b6670')
    .stroke()
  if (isThere)
    sheet
      .moveTo(MARGIN + 1.5, top + 6)
      .lineTo(MARGIN + 3.5, top + 8)
      .lineTo(MARGIN + 7, top + 3.5)
      .lineWidth(1.25)
      .strokeColor('#1a1f24')
      .stroke()
  write(sheet, { text, size: BODY, ...(isThere ? {} : { color: QUIET }) }, MARGIN + 16, top, WIDTH - 16)
  sheet.x = MARGIN
}

function drawFields(sheet: Sheet, all: readonly Field[]): void {
  const filled = all.filter(([, value]) => value !== '')
  for (let first = 0; first < filled.length; first += 3) {
    sheet.y += 4
    const cells = filled.slice(first, first + 3).map(([label, value]): Line[] => [
      { text: label, size: 8.5, color: QUIET },
      { text: value, size: BODY, before: 1 },
    ])
    drawColumns(sheet, cells, 3)
  }
}

function letter(sheet: Sheet, { institutionName, reply: { letter } }: Packet, now: Date): void {
  const { signed, text } = letter
  drawColumns(sheet, [
    [
      { text: institutionName, bold: true, size: 14 },
      { text: laboratoryDay(signed ? new Date(signed.at) : now), size: BODY, before: 10 },
      { text: 'Letter of medical necessity', bold: true, size: 13, before: 12 },
      ...(signed ? [] : [{ text: 'Draft: not signed', bold: true, size: BODY, color: '#a8320a', before: 3 }]),
    ],
  ])
  for (const paragraph of text.split(/\n{2,}/)) flow(sheet, [{ text: paragraph, size: BODY, before: 9 }])
  if (!signed) return
  sheet.y += 18
  ensure(sheet, 40)
  drawColumns(sheet, [
    [
      { text: signed.signature, bold: true, size: 11 },
      { text: `NPI ${signed.npi}`, size: BODY, before: 1 },
      {
        text: `Signed electronically on ${laboratoryDay(new Date(signed.at))}`,
        ...{ size: 8.5, color: QUIET, before: 1 },
      },
    ],
  ])
}
