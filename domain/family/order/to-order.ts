import type { FamilyDiagnosis, FamilyHistory } from '../../orders/clinical-history.ts'
import type { Patient } from '../../orders/document.ts'
import { cutTo } from '../../text/keepable.ts'
import { searchable } from '../../text/searchable.ts'
import { memberOf, type NewKey, withMember } from '../additions.ts'
import type { FamilyDocument, FamilyMember, MemberKey } from '../document.ts'
import { newEntry } from '../legend.ts'
import { familyHistoryOf, MOST_DIAGNOSES } from './family-history.ts'
import { fits, orderPersonOf } from './order-person.ts'

/** A field of a person that the family knows otherwise than the order's draft. */
interface FieldForOrder {
  field: 'firstName' | 'lastName' | 'dateOfBirth' | 'sex' | 'affected' | 'deceased'
  /** As the order has it, and as it would be; '' if it has nothing. */
  before: string
  after: string
  /** What to write into the patient. */
  value: Partial<Patient>
}

/** What the family knows of somebody otherwise than a draft: offered, and taken field by field. */
export function offeredToOrder(
  document: FamilyDocument,
  member: FamilyMember,
  proband: MemberKey,
  { patient, indications }: { patient: Patient; indications: readonly string[] },
): FieldForOrder[] {
  const known = orderPersonOf(document, member, proband, indications)
  const fields: FieldForOrder[] = (['firstName', 'lastName', 'dateOfBirth', 'sex', 'affected'] as const)
    .filter((field) => known[field] !== '' && known[field] !== patient[field].trim())
    .map((field) => ({
      field,
      before: patient[field],
      after: known[field],
      value: { [field]: known[field] },
    }))
  const { deceased } = known
  if (!deceased || patient.deceased) return fields
  return [...fields, { field: 'deceased', before: '', after: deceased.dateOfDeath, value: { deceased } }]
}

/**
 * An order's family history with what the family has and the order has not, most related first. Asked whether it
 * runs in the family, it says yes if a relative has an illness of the order's indications; an answer stays.
 */
export function withHistoryOf(
  history: FamilyHistory,
  document: FamilyDocument,
  proband: MemberKey,
  indications: readonly string[],
): FamilyHistory {
  const told = new Set(history.diagnoses.map(lineOf))
  const missing = familyHistoryOf(document, proband).filter((one) => !told.has(lineOf(one)))
  const asked = history.familyHistoryOfDiseaseBeingTested
  const runs = document.people.some(
    ({ key, conditions }) =>
      key !== proband &&
      conditions.some(
        ({ entry, status }) => status === 'affected' && fits(document.legend, entry, indications),
      ),
  )
  return {
    familyHistoryOfDiseaseBeingTested: asked === '' && runs ? 'Yes' : asked,
    diagnoses: [...history.diagnoses, ...missing].slice(
      0,
      Math.max(MOST_DIAGNOSES, history.diagnoses.length),
    ),
  }
}

/** Who and what, however it was typed. */
const nameOf = (text: string) => searchable(text.trim())
const lineOf = ({ relative, diagnosis }: FamilyDiagnosis) => `${nameOf(relative)} | ${nameOf(diagnosis)}`

/**
 * Diagnoses that were typed in an order and that nobody of the family has: offered as somebody's condition. Words for
 * relatives differ, so one line about a diagnosis stands for one relative who has it.
 */
export function typedDiagnoses(
  history: FamilyHistory,
  document: FamilyDocument,
  proband: MemberKey,
): FamilyDiagnosis[] {
  const known = familyHistoryOf(document, proband)
  const typed = history.diagnoses.filter(({ diagnosis }) => diagnosis.trim() !== '')
  const lines = new Set(known.map(lineOf))
  const told = new Set(typed.map(lineOf))
  const others = known.filter((one) => !told.has(lineOf(one))).map(({ diagnosis }) => nameOf(diagnosis))
  return typed.filter((one) => {
    if (lines.has(lineOf(one))) return false
    const place = others.indexOf(nameOf(one.diagnosis))
    if (place >= 0) others.splice(place, 1)
    return place < 0
  })
}

/** Somebody with one more condition: the legend's of that name, or a new one. What they have already stays. */
export function withTypedCondition(
  document: FamilyDocument,
  key: MemberKey,
  { diagnosis, ageAtDiagnosis }: Pick<FamilyDiagnosis, 'diagnosis' | 'ageAtDiagnosis'>,
  newKey: NewKey,
): FamilyDocument {
  const same = document.legend.find(({ name }) => nameOf(name) === nameOf(diagnosis))
  const entry = same ?? newEntry(newKey(), cutTo(diagnosis.trim(), 200), document.legend)
  const { conditions } = memberOf(document, key)
  if (conditions.some((one) => one.entry === entry.key && one.status === 'affected')) return document
  const condition = {
    ...{ entry: entry.key, status: 'affected' as const, onset: cutTo(ageAtDiagnosis.trim(), 40) },
    ...{ certainty: 'told' as const, notes: '' },
  }
  const legend = same ? document.legend : [...document.legend, entry]
  const others = conditions.filter((one) => one.entry !== entry.key)
  return withMember({ ...document, legend }, key, { conditions: [...others, condition] })
}
