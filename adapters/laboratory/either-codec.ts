import { fhirCodec } from './fhir/codec.ts'
import { isOfBundle } from './fhir/read-bundle.ts'
import type { LaboratoryCodec } from './port.ts'

/** Writes orders like `out`. Accepts both HL7 v2 messages and Bundles, and answers in the same format. */
export function eitherCodec(hl7: LaboratoryCodec, out: LaboratoryCodec = hl7): LaboratoryCodec {
  const codecOf = (raw: string) => (/^\s*\{/.test(raw) ? fhirCodec : hl7)
  return {
    ...out,
    read: (raw) => codecOf(raw).read(raw),
    ordersNamed: (raw) => codecOf(raw).ordersNamed(raw),
    writeAcknowledgement: (message, code, text, about) =>
      (isOfBundle(message) ? fhirCodec : hl7).writeAcknowledgement(message, code, text, about),
  }
}
