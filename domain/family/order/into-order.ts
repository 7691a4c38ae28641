import {
  blankPatient,
  blankSample,
  type OrderDocument,
  type Patient,
  type PatientKey,
} from '../../orders/document.ts'
import { freeKey } from '../../orders/family.ts'
import { blankPregnancy, type Ending } from '../../orders/pregnancy.ts'
import { fetusesOf, isPrenatal } from '../../orders/subject.ts'
import type { FamilyDocument, FamilyMember, MemberKey, Pregnancy } from '../document.ts'
import { familyGraph } from '../graph.ts'
import type { JoinedPerson } from './family-of-order.ts'
import { orderPersonOf } from './order-person.ts'
import { withHistoryOf } from './to-order.ts'

/** As many as an order holds. */
export const MOST_PATIENTS = 12

/** Whether somebody can be a person of an order: one person, and born. */
export const canBeOrdered = ({ count, pregnancy }: FamilyMember) => count === null && pregnancy === null

type TestedIn = Pick<OrderDocument, 'patients' | 'pregnancy'>

/** An ectopic pregnancy ends in either way. */
const LOSSES: Record<Ending, readonly Pregnancy['state'][]> = {
  Miscarriage: ['miscarriage', 'ectopic'],
  Stillbirth: ['stillbirth'],
  Termination: ['termination', 'ectopic'],
}

/**
 * The pregnancies of the patient that can be the one of a prenatal order: ongoing, or lost as the order says, and none
 * that is somebody else of the order.
 */
export function pregnanciesFor(
  order: TestedIn,
  family: FamilyDocument,
  patient: MemberKey,
  joined: readonly JoinedPerson[] = [],
): FamilyMember[] {
  const { outcome, ending } = order.pregnancy ?? blankPregnancy()
  const graph = familyGraph(family)
  return family.people.filter((one) => {
    const { key, pregnancy, carriedBy } = one
    if (pregnancy === null || joined.some(({ member }) => member === key)) return false
    const isCarried =
      carriedBy === patient || (carriedBy === '' && (graph.birthUnion(one)?.partners ?? []).includes(patient))
    const isLost = pregnancy.state !== 'ongoing'
    if (!isCarried || isLost !== (outcome === 'Ended')) return false
    return !isLost || ending === '' || LOSSES[ending].includes(pregnancy.state)
  })
}

/**
 * From whom an order's relatives are seen: its patient; of a prenatal order the fetus that is joined, else the pregnancy
 * that fits, of several the chosen one; '' if the family has none, or nobody has chosen.
 */
export function seenFrom(
  order: TestedIn,
  family: FamilyDocument,
  patient: MemberKey,
  { joined = [], unborn = '' }: { joined?: readonly JoinedPerson[]; unborn?: MemberKey } = {},
): MemberKey {
  if (!isPrenatal(order)) return patient
  const [known] = fetusesOf(order).flatMap(
    ({ key }) => joined.find(({ patientKey }) => patientKey === key)?.member ?? [],
  )
  if (known !== undefined && family.people.some(({ key }) => key === known)) return known
  const fitting = pregnanciesFor(order, family, patient, joined).map(({ key }) => key)
  return fitting.length === 1 ? (fitting[0] ?? '') : fitting.includes(unborn) ? unborn : ''
}

interface Chosen {
  family: FamilyDocument
  /** Who of the family is the order's patient. */
  patient: MemberKey
  /** The pregnancy that is tested, if several fit. */
  unborn?: MemberKey
  relatives: readonly MemberKey[]
  /** Write the family history too. */
  withHistory: boolean
  /** Who is joined already. */
  joined: readonly JoinedPerson[]
}

/**
 * A draft with the patient and relatives of a family, and who is who: copies, which change no more with the family.
 * What was typed stays; a relative who was added and not named yet becomes the chosen one.
 */
export function intoOrder(
  order: OrderDocument,
  { family, patient, unborn, relatives, withHistory, joined }: Chosen,
): { document: OrderDocument; people: JoinedPerson[] } {
  const graph = familyGraph(family)
  const from = seenFrom(order, family, patient, { joined, ...(unborn === undefined ? {} : { unborn }) })
  const indications = order.indicationsForTesting.map(({ code }) => code)
  const copyOf = (key: MemberKey) => {
    const member = graph.members.get(key)
    return member && orderPersonOf(family, member, from, indications, graph)
  }
  const [first, ...others] = order.patients
  if (!first || from === '') return { document: order, people: [] }
  const people: JoinedPerson[] = [{ patientKey: first.key, member: patient }]
  const [fetus] = fetusesOf(order)
  if (from !== patient && fetus && joined.every(({ member }) => member !== from))
    people.push({ patientKey: fetus.key, member: from })
  const patients = [completed(first, copyOf(patient)), ...others]
  const samples = [...order.samples]
  const inOrder = new Set([patient, from, ...joined.map(({ member }) => member)])
  for (const key of relatives) {
    const copy = copyOf(key)
    if (!copy || inOrder.has(key)) continue
    inOrder.add(key)
    const begun = patients.findIndex(
      (one, index) => index > 0 && one.relationship === copy.relationship && isUnnamed(one),
    )
    const before = patients[begun]
    if (!before && patients.length >= MOST_PATIENTS) continue
    const patientKey = before?.key ?? keyFor(key, patients)
    const next: Patient = { ...(before ?? blankPatient(copy.relationship, patientKey)), ...copy }
    if (before) patients[begun] = next
    else patients.push(next)
    if (!order.isVOB && samples.every((sample) => sample.patient !== patientKey))
      samples.push(
        blankSample(
          patientKey,
          freeKey(
            's',
            samples.map((sample) => sample.key),
          ),
        ),
      )
    people.push({ patientKey, member: key })
  }
  const familyHistory = withHistory
    ? withHistoryOf(order.familyHistory, family, from, indications)
    : order.familyHistory
  return { document: { ...order, patients, samples, familyHistory }, people }
}

const isUnnamed = ({ firstName, lastName, dateOfBirth }: Patient) =>
  `${firstName}${lastName}${dateOfBirth}` === ''

/** The patient with what the family knows and nobody typed. */
function completed(patient: Patient, copy: ReturnType<typeof orderPersonOf> | undefined): Patient {
  if (!copy) return patient
  const { firstName, lastName, dateOfBirth, sex } = patient
  return {
    ...patient,
    ...{ firstName: firstName || copy.firstName, lastName: lastName || copy.lastName },
    ...{ dateOfBirth: dateOfBirth || copy.dateOfBirth, sex: sex || copy.sex },
  }
}

/**
 * A key made from the member's, so that nobody who is typed later gets it, and two writers who choose the same person
 * add one.
 */
function keyFor(member: MemberKey, patients: readonly Patient[]): PatientKey {
  const taken = patients.map(({ key }) => key)
  const own = `relative-${member}`.slice(0, 40)
  return taken.includes(own) ? freeKey('relative-', taken) : own
}
