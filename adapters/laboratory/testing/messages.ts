import { hl7Codec } from '../codec.ts'
import type { LaboratoryCodec } from '../port.ts'

const ADDRESSES = {
  sendingApplication: 'KARYO',
  sendingFacility: 'PORTAL',
  receivingApplication: 'LIS',
  receivingFacility: 'LARKFIELD',
  processingId: 'P',
}

/** The portal's codec as the tests use it. */
export const codec: LaboratoryCodec = hl7Codec(ADDRESSES)

/** The same in the dialect of HL7 2.3. */
export const ormCodec: LaboratoryCodec = hl7Codec(ADDRESSES, 'orm')

/** The smallest file that calls itself a PDF. */
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** An ORU^R01 of the given segments, each ended by CR. */
export function result(...segments: string[]): string {
  const msh = 'MSH|^~\\&|LIS|LARKFIELD|KARYO|PORTAL|20260313101500-0500||ORU^R01^ORU_R01|M1|P|2.5.1'
  return [msh, 'PID|1||MRN88||Nguyen^Linh', ...segments].map((segment) => `${segment}\r`).join('')
}
