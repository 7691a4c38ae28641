import type { Hl7Segment } from '@medplum/core'
import { textOf } from './message.ts'
import type { LaboratoryNews } from './port.ts'

/** OBX-11, HL7 table 0085: deleted, posted as wrong, cannot be obtained. Such a result must reach nobody. */
const WITHDRAWN = ['D', 'W', 'X']

/** Taken back by the laboratory, or never had (OBX-11). */
export function isWithdrawn(segment: Hl7Segment): boolean {
  return WITHDRAWN.includes(textOf(segment, 11).toUpperCase())
}

/** The first PDF among the results. Senders label it differently, so what it is, its content says. */
export function reportOf(obx: Hl7Segment[], laboratoryNumber: string | null): LaboratoryNews['report'] {
  for (const segment of obx) {
    if (isWithdrawn(segment)) continue
    const content = embedded(segment)
    if (isPdf(content)) return { filename: `report${fileSafe(laboratoryNumber)}.pdf`, pdf: content }
  }
  return null
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
