import type { NoteFinding } from '../phenotype/notes/suggest.ts'
import type { PacketRole } from '../phenotype/phenopacket/read.ts'
import type { OrderDocument, PatientKey } from './document.ts'
import { type Feature, featuresOf } from './phenotype.ts'
import { fetusesOf, subjectsOf } from './subject.ts'

/** A finding of the notes with its name in a release. */
export interface NamedFinding extends NoteFinding {
  label: string
}

/** A feature that the notes propose, and where they name it. */
export interface ProposedFeature {
  feature: Feature
  places: NoteFinding['places']
}

type People = Pick<OrderDocument, 'patients' | 'pregnancy' | 'phenotype'>

/**
 * What the notes propose for the people of an order, without terms that a person already has, in whatever status.
 * Each term is proposed once, also to a fetus that the notes name with its letter and without.
 * A relative who is not on the order gets nothing. `chosen` is the fetus meant by notes that name none of several.
 */
export function proposedFeatures(
  document: People,
  findings: readonly NamedFinding[],
  { release, chosen }: { release: string; chosen: PatientKey },
): ProposedFeature[] {
  const listed = featuresOf(document)
  const proposed = new Map<string, ProposedFeature>()
  for (const { termId, label, status, whose, places } of findings) {
    const patient = patientMeant(document, whose, chosen)
    if (patient === null || listed.some((one) => one.patient === patient && one.termId === termId)) continue
    const name = `${patient} ${termId} ${status}`
    const earlier = proposed.get(name)?.places ?? []
    proposed.set(name, {
      feature: { patient, termId, label, release, status },
      places: [...earlier, ...places].toSorted((one, other) => one.from - other.from),
    })
  }
  return [...proposed.values()]
}

/** The person of the order; null if there is none, or several could be meant. */
function patientMeant(document: People, whose: NoteFinding['whose'], chosen: PatientKey): PatientKey | null {
  const fetuses = fetusesOf(document)
  if (whose === 'patient') {
    const tested = subjectsOf(document)
    return tested.includes(chosen) ? chosen : (tested[0] ?? null)
  }
  if (whose.startsWith('fetus ')) {
    const label = whose.slice('fetus '.length)
    return fetuses.find((fetus) => fetus.label.trim().toUpperCase() === label)?.key ?? null
  }
  if (whose === 'Mother' && fetuses.length > 0) return document.patients[0]?.key ?? null
  const relatives = document.patients.slice(1).filter(({ relationship }) => relationship === whose)
  return relatives.length === 1 ? (relatives[0]?.key ?? null) : null
}

const MEANT = { proband: 'patient', mother: 'Mother', father: 'Father' } as const

/** Whose of the order a phenopacket's person is; null for other relatives, and for those who are not on the order. */
export function patientOfPacket(document: People, role: PacketRole, chosen: PatientKey): PatientKey | null {
  return role === 'other' ? null : patientMeant(document, MEANT[role], chosen)
}
