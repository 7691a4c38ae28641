import { dayInWords, type IsoDate, isIsoDate } from '../dates/dates.ts'
import { type PatientKey, PROBAND } from '../orders/document.ts'
import { personName } from '../orders/family.ts'
import { type Feature, type FeatureStatus, featureKey, type PhenotypeContext } from '../orders/phenotype.ts'
import { fetusOf, keysInOrder } from '../orders/subject.ts'
import { HPO_ID } from '../phenotype/term.ts'

/**
 * A finding that a user recorded after the order was submitted. The order's document stays as it was signed;
 * these records are only added, and the newest one of a term is valid.
 */
export interface FindingSince {
  /** A key of the order's people or fetuses. */
  patient: PatientKey
  termId: string
  label: string
  /** The release of the HPO it was chosen from. */
  release: string
  status: FeatureStatus
  /** The day on which it was observed, or ruled out. */
  observedOn: IsoDate
  note: string
  /** The user who recorded it, and when (ISO instant). */
  by: string
  at: string
}

/** What a user enters about several findings at once. */
export interface NewFindings {
  findings: readonly { patient: PatientKey; termId: string; status: FeatureStatus }[]
  observedOn: IsoDate
  note: string
}

export const MOST_NEW_FINDINGS = 20

type People = Parameters<typeof personName>[0]

interface FindingError {
  path: string
  rule: string
  message: string
}

/** Everything that is wrong with new findings, by field. `known` is undefined if no HPO release is imported. */
export function findingErrors(
  { findings, observedOn }: NewFindings,
  document: People,
  known: PhenotypeContext | undefined,
  today: IsoDate,
): FindingError[] {
  return [...dayErrors(findings, observedOn, document, today), ...termErrors(findings, document, known)]
}

function dayErrors(
  findings: NewFindings['findings'],
  observedOn: IsoDate,
  document: People,
  today: IsoDate,
): FindingError[] {
  const error = (message: string): FindingError[] => [{ path: '/observedOn', rule: 'date', message }]
  if (!isIsoDate(observedOn)) return error('Enter the day of the findings, such as 2026-03-12.')
  if (observedOn > today) return error('The day of the findings cannot be in the future.')
  for (const key of new Set(findings.map(({ patient }) => patient))) {
    const born = document.patients.find((person) => person.key === key)?.dateOfBirth ?? ''
    // A fetus of the order is born later than its mother.
    if (fetusOf(document, key) === null && isIsoDate(born) && observedOn < born)
      return error(`The day of the findings is before ${personName(document, key)} was born.`)
  }
  return []
}

function termErrors(
  findings: NewFindings['findings'],
  document: People,
  known: PhenotypeContext | undefined,
): FindingError[] {
  const keys = keysInOrder(document)
  return findings.flatMap(({ patient, termId }, index) => {
    const error = (field: string, rule: string, message: string): FindingError[] => [
      { path: `/findings/${index}/${field}`, rule, message },
    ]
    if (!keys.includes(patient)) return error('patient', 'unknown', 'Choose whose finding it is.')
    if (findings.slice(0, index).some((one) => one.patient === patient && one.termId === termId))
      return error('termId', 'repeated', `${termId} is listed twice.`)
    const term = known?.terms.find(({ id }) => id === termId)
    if (!HPO_ID.test(termId) || !term || term.state === 'unknown')
      return error('termId', 'hpo-term', `${termId} is not a term of the Human Phenotype Ontology.`)
    if (term.state === 'no-finding')
      return error('termId', 'hpo-term', `${term.label} is not a finding. Choose what was found.`)
    if (term.state === 'retired')
      return error(
        'termId',
        'hpo-term',
        term.replacement
          ? `${termId} is no longer used. Use ${term.replacement.id} ${term.replacement.label} instead.`
          : `${termId} is no longer used. Choose another term.`,
      )
    return []
  })
}

/** The newest record of each person's terms, in the order in which the terms were first recorded. */
export function newestFindings(records: readonly FindingSince[]): FindingSince[] {
  const newest = new Map<string, FindingSince>()
  for (const record of records.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)))
    newest.set(featureKey(record), record)
  return [...newest.values()]
}

/** The records that differ from what the order's document has: new terms, and terms whose status changed. */
export function changedFindings(
  phenotype: readonly Feature[],
  records: readonly FindingSince[],
): FindingSince[] {
  const before = new Map(phenotype.map((feature) => [featureKey(feature), feature.status]))
  return newestFindings(records).filter((record) => before.get(featureKey(record)) !== record.status)
}

/**
 * A phenotype with the findings recorded since. A new status replaces the earlier one, and what belonged to the
 * earlier one (onset, severity) is kept only while the finding is present.
 */
export function phenotypeSince(phenotype: readonly Feature[], records: readonly FindingSince[]): Feature[] {
  const changed = new Map(changedFindings(phenotype, records).map((record) => [featureKey(record), record]))
  const kept = phenotype.map((feature): Feature => {
    const record = changed.get(featureKey(feature))
    if (!record) return feature
    changed.delete(featureKey(feature))
    return record.status === 'present' ? { ...feature, ...featureOf(record) } : featureOf(record)
  })
  return [...kept, ...[...changed.values()].map(featureOf)]
}

/**
 * The records that add to what is known by `before`: a term that a person did not have, or had with another status. One that
 * corrects a day or a note adds nothing.
 */
export function addedFindings<Recorded extends Pick<FindingSince, 'patient' | 'termId' | 'status'>>(
  phenotype: readonly Feature[],
  before: readonly FindingSince[],
  recorded: readonly Recorded[],
): Recorded[] {
  const known = new Map(
    phenotypeSince(phenotype, before).map((feature) => [featureKey(feature), feature.status]),
  )
  return recorded.filter((record) => known.get(featureKey(record)) !== record.status)
}

function featureOf({ patient, termId, label, release, status, observedOn, note }: FindingSince): Feature {
  const words = [`${status === 'absent' ? 'absent on' : 'seen'} ${dayInWords(observedOn)}`, note.trim()]
  return { patient, termId, label, release, status, note: words.filter(Boolean).join(': ').slice(0, 500) }
}

/** 'Seizure HP:0001250 (3 Jun 2026)'; of a relative with their name. */
export function findingInWords(
  document: People,
  { patient, termId, label, observedOn }: Pick<FindingSince, 'patient' | 'termId' | 'label' | 'observedOn'>,
): string {
  const whose = patient === PROBAND ? '' : `, ${personName(document, patient)}`
  return `${label} ${termId} (${dayInWords(observedOn)}${whose})`
}
