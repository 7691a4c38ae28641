import { fhirCodec } from './fhir/codec.ts'
import { isOfBundle } from './fhir/read-bundle.ts'
import type { LaboratoryCodec } from './port.ts'

/** Writes orders as `out` does. What comes in may be a message of HL7 v2 or a Bundle, and is answered in kind. */
export function eitherCodec(hl7: LaboratoryCodec, out: LaboratoryCodec = hl7): LaboratoryCodec {
  return {
    ...out,
    read: (raw) => (/^\s*\{/.test(raw) ? fhirCodec : hl7).read(raw),
    writeAcknowledgement: (message, code, text, about) =>
      (isOfBundle(message) ? fhirCodec : hl7).writeAcknowledgement(message, code, text, about),
  }
}
