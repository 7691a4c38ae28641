import type { Hl7Segment } from '@medplum/core'
import type { ReportNews } from '#domain/reports/news.ts'
import { reportStatus, resultStatus } from '#domain/reports/statuses.ts'
import { textOf } from './message.ts'
import type { LaboratoryNews } from './port.ts'
import { readTime } from './times.ts'

/** OBX-11, HL7 table 0085: deleted, posted as wrong, cannot be obtained. Such a result must reach nobody. */
const WITHDRAWN = ['D', 'W', 'X']

/** Taken back by the laboratory, or never had (OBX-11). */
export function isWithdrawn(segment: Hl7Segment): boolean {
  return WITHDRAWN.includes(textOf(segment, 11).toUpperCase())
}

/** What a group says besides its results. */
interface Named {
  laboratoryNumber: string | null
  sentAt: Date | null
}

/**
 * What a group says of its report; null where it speaks of no result. Senders label PDFs differently, so what one is,
 * its content says.
 */
export function reportOf(
  obr: Hl7Segment | null,
  obx: Hl7Segment[],
  { laboratoryNumber, sentAt }: Named,
): LaboratoryNews['report'] {
  const results = obx.filter((segment) => textOf(segment, 3).toUpperCase() !== 'TREATMENT')
  const [code, group, test] = obr ? [textOf(obr, 25), textOf(obr, 1), textOf(obr, 4)] : ['', '', '']
  const codes = results.map((segment) => textOf(segment, 11))
  const status = reportStatus(code, codes)
  if (status === 'none') return null
  return {
    read: { report: code, results: codes },
    status,
    identity: { filler: laboratoryNumber ?? '', accession: '', testCode: test, group },
    parts: results.flatMap((segment) => documentIn(segment, code, laboratoryNumber)),
    ...{ words: '', change: null, madeAt: obr && readTime(textOf(obr, 22)), sentAt },
  }
}

/** A PDF that counts: neither taken back nor an echo of the order. */
function documentIn(
  segment: Hl7Segment,
  obr25: string,
  laboratoryNumber: string | null,
): ReportNews['parts'] {
  const status = resultStatus(obr25, textOf(segment, 11))
  if (status === 'withdrawn' || status === 'cancelled' || status === 'none') return []
  const content = embedded(segment)
  if (!isPdf(content)) return []
  const filename = `report${fileSafe(laboratoryNumber)}.pdf`
  const label = textOf(segment, 3, 2)
  return [{ kind: 'document', label, filename, mediaType: 'application/pdf', content }]
}

/** OBX-2 ED that names PDF as its type of data (OBX-5.2 or 5.3), while the content is something else. */
export function isMislabelled(segment: Hl7Segment): boolean {
  if (textOf(segment, 2).toUpperCase() !== 'ED') return false
  const labels = [textOf(segment, 5, 2), textOf(segment, 5, 3)].map((label) => label.toUpperCase())
  return labels.some((label) => label === 'PDF' || label === 'APPLICATION/PDF') && !isPdf(embedded(segment))
}

/** OBX-5: component 5 of an ED, the only component otherwise. A long content may be cut into repetitions. */
function embedded(segment: Hl7Segment): Buffer {
  const repetitions = segment.getField(5)?.components ?? []
  const pieces = repetitions.map((components, repetition) => {
    const written = textOf(segment, 5, components.length >= 5 ? 5 : components.length, repetition)
    return written.replace(/\s+/g, '')
  })
  if (/^hex/i.test(textOf(segment, 5, 4))) return Buffer.from(pieces.join(''), 'hex')
  // Base64 cut anywhere is one text; pieces that were encoded one by one each end in their own padding.
  if (pieces.slice(0, -1).some((piece) => piece.endsWith('=')))
    return Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64')))
  return Buffer.from(pieces.join(''), 'base64')
}

/** Readers of PDF look for the signature within the first kilobyte (PDF Reference 1.7, appendix H, note 13). */
export function isPdf(content: Buffer): boolean {
  return content.subarray(0, 1024).includes('%PDF-')
}

export function fileSafe(laboratoryNumber: string | null): string {
  return laboratoryNumber ? `-${laboratoryNumber.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 60)}` : ''
}
