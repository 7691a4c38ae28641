import type { OrderDocument, Patient } from './document.ts'
import { personKey } from './identity.ts'

/** What of an order's content is about one of its people. */
export interface OwnPart {
  person: Patient
  /** The person, and of the patient of record her fetuses: whose specimens, answers and reports these are. */
  keys: string[]
  content: Partial<OrderDocument>
}

/**
 * The part of an order that a person may be given on request: about themself, and, of the patient of record, the order's
 * clinical content. Nothing of the order's other people: not their names, and not the variants that were found in them.
 * Null if the order does not name the person.
 */
export function ownPart(document: OrderDocument, key: string): OwnPart | null {
  const person = document.patients.find((one) => personKey(one) === key)
  if (!person) return null
  const isOfRecord = person === document.patients[0]
  const keys = [
    person.key,
    ...(isOfRecord ? (document.pregnancy?.fetuses ?? []).map((fetus) => fetus.key) : []),
  ]
  const own = <T extends { patient: string }>(all: readonly T[] | undefined) =>
    (all ?? []).filter(({ patient }) => keys.includes(patient))
  const { tests, addOnTests, orderingProvider } = document
  return {
    ...{ person, keys },
    content: {
      ...{ tests, addOnTests, orderingProvider },
      ...{ samples: own(document.samples), consents: own(document.consents) },
      ...{ consentRecords: own(document.consentRecords), phenotype: own(document.phenotype) },
      answers: (document.answers ?? []).filter(({ patient }) =>
        patient === undefined ? isOfRecord : keys.includes(patient),
      ),
      ...(isOfRecord ? clinicalContent(document) : {}),
    },
  }
}

function clinicalContent(document: OrderDocument): Partial<OrderDocument> {
  const { indicationsForTesting, clinicalNotes, priorTesting, imaging, familyHistory, payment } = document
  return {
    ...{ indicationsForTesting, clinicalNotes, priorTesting, imaging, familyHistory, payment },
    ...(document.pregnancy ? { pregnancy: document.pregnancy } : {}),
  }
}
