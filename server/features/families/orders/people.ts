import type { FamilyDocument } from '#domain/family/document.ts'
import type { JoinedPerson } from '#domain/family/order/family-of-order.ts'
import type { OrderDocument, PatientKey } from '#domain/orders/document.ts'
import { personKey } from '#domain/orders/identity.ts'
import { fetusesOf } from '#domain/orders/subject.ts'

/** What an order calls somebody: '' for a fetus, null if there is nobody of that key. */
export function relationshipIn(document: OrderDocument, key: PatientKey): string | null {
  if (fetusesOf(document).some((fetus) => fetus.key === key)) return ''
  return document.patients.find((patient) => patient.key === key)?.relationship ?? null
}

/** Who of an order is who in a family by name and birthday; nobody whom two share. */
export function sameIn(order: OrderDocument, family: FamilyDocument): JoinedPerson[] {
  const members = family.people.flatMap(({ key, firstName, lastName, born }) => {
    const person = personKey({ firstName, lastName, dateOfBirth: born })
    return person === null ? [] : [{ key, person }]
  })
  const found = order.patients.flatMap((patient) => {
    const same = members.filter(({ person }) => person === personKey(patient))
    return same.length === 1 ? [{ patientKey: patient.key, member: same[0]?.key ?? '' }] : []
  })
  return found.filter(({ member }, index) => found.every((one, at) => at === index || one.member !== member))
}
