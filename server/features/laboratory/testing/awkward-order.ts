import type { OrderDocument } from '#domain/orders/document.ts'

/** An order that only a genetics clinic writes, and what makes it awkward in its message. */
export interface AwkwardOrder {
  name: string
  document: () => OrderDocument
  /** The rules that refuse it, with the field; a reason does not help. Then nothing is sent. */
  refused?: string[]
  /** Parts of the HL7 message, in which `{id}` is the order's number. */
  hl7?: string[]
  /** Parts of the FHIR Bundle, as JSON. */
  fhir?: string[]
  /** What neither may have. */
  never?: string[]
}
