import { hl7Codec } from '../codec.ts'
import type { LaboratoryCodec } from '../port.ts'

const ADDRESSES = {
  sendingApplication: 'KARYO',
  sendingFacility: 'PORTAL',
  receivingApplication: 'LIS',
  receivingFacility: 'LARKFIELD',
  processingId: 'P',
}

/** The portal's codec in tests. */
export const codec: LaboratoryCodec = hl7Codec(ADDRESSES)

/** The same in the HL7 2.3 dialect. */
export const ormCodec: LaboratoryCodec = hl7Codec(ADDRESSES, 'orm')

/** A PDF of one empty page with a correct cross-reference table. */
export const PDF = Buffer.from(
  [
    '%PDF-1.4',
    '1 0 obj',
    '<</Type/Catalog/Pages 2 0 R>>',
    'endobj',
    '2 0 obj',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    'endobj',
    '3 0 obj',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
    'endobj',
    'xref',
    '0 4',
    '0000000000 65535 f ',
    '0000000009 00000 n ',
    '0000000054 00000 n ',
    '0000000105 00000 n ',
    'trailer',
    '<</Size 4/Root 1 0 R>>',
    'startxref',
    '166',
    '%%EOF',
    '',
  ].join('\n'),
)

/** An ORU^R01 with the given segments, each ended by CR. */
export function result(...segments: string[]): string {
  const msh = 'MSH|^~\\&|LIS|LARKFIELD|KARYO|PORTAL|20260313101500-0500||ORU^R01^ORU_R01|M1|P|2.5.1'
  return [msh, 'PID|1||MRN88||Nguyen^Linh', ...segments].map((segment) => `${segment}\r`).join('')
}
