import { blankDeceased } from './deceased.ts'
import { type OrderDocument, type Patient, type PatientKey, PROBAND } from './document.ts'
import { featuresOf, withFeatures } from './phenotype.ts'
import { blankFetus, blankPregnancy, type Fetus, MOST_FETUSES } from './pregnancy.ts'

/**
 * Who is tested. The first of `patients` is always the patient of record: the living or deceased person
 * themself, or the mother of the fetus or of the loss.
 */
export const SUBJECT_KINDS = ['living', 'fetus', 'loss', 'deceased'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

type People = Pick<OrderDocument, 'patients' | 'pregnancy'>

/** Whether a key is a fetus's: `fetus-1`. */
export function isFetusKey(key: PatientKey): boolean {
  return /^fetus-[1-9]\d?$/.test(key)
}

/** The fetuses of the order, or the losses; none if a person is tested. */
export function fetusesOf({ pregnancy }: Pick<People, 'pregnancy'>): readonly Fetus[] {
  return pregnancy?.fetuses ?? []
}

export function fetusOf(document: Pick<People, 'pregnancy'>, key: PatientKey): Fetus | null {
  return fetusesOf(document).find((fetus) => fetus.key === key) ?? null
}

export function subjectKind(document: People): SubjectKind {
  if (fetusesOf(document).length > 0) return document.pregnancy?.outcome === 'Ended' ? 'loss' : 'fetus'
  return document.patients[0]?.deceased ? 'deceased' : 'living'
}

/** Whether the order is for fetuses or losses, and not for its first person. */
export function isPrenatal(document: Pick<People, 'pregnancy'>): boolean {
  return fetusesOf(document).length > 0
}

/** The keys of those who are tested: the fetuses, or the first person. Relatives are only compared with them. */
export function subjectsOf(document: People): PatientKey[] {
  const fetuses = fetusesOf(document).map(({ key }) => key)
  return fetuses.length > 0 ? fetuses : [document.patients[0]?.key ?? PROBAND]
}

/** Every key that a specimen or an answer may name: those of the people, then of the fetuses. */
export function keysInOrder(document: People): PatientKey[] {
  return [...document.patients, ...fetusesOf(document)].map(({ key }) => key)
}

/** The person whose name, birth date and record number are on the tube: for a fetus, its mother's. */
export function personOfRecord(document: People, key: PatientKey): Patient | undefined {
  return fetusOf(document, key)
    ? document.patients[0]
    : document.patients.find((patient) => patient.key === key)
}

/** 'fetus A', 'the loss'; the label alone distinguishes several. */
export function fetusInWords(document: Pick<People, 'pregnancy'>, { label }: Pick<Fetus, 'label'>): string {
  const word = document.pregnancy?.outcome === 'Ended' ? 'pregnancy loss' : 'fetus'
  const several = fetusesOf(document).length > 1
  return label.trim() === ''
    ? `the ${word}`
    : several || word === 'fetus'
      ? `${word} ${label.trim()}`
      : `the ${word}`
}

/** What is tested of a pregnancy: 'fetuses A and B', 'pregnancy loss'; '' if a person is tested. */
export function fetusesInWords(document: Pick<People, 'pregnancy'>): string {
  const [first, ...others] = fetusesOf(document)
  if (!first) return ''
  if (others.length === 0) return fetusInWords(document, first).replace(/^the /, '')
  const labels = [first, ...others].map(({ label }) => label.trim()).filter(Boolean)
  const what = document.pregnancy?.outcome === 'Ended' ? 'pregnancy losses' : 'fetuses'
  const last = labels.pop() ?? ''
  return [what, labels.length > 0 ? `${labels.join(', ')} and ${last}` : last].filter(Boolean).join(' ')
}

/** The first label of A, B, C … that no fetus has. */
function freeLabel(taken: readonly string[]): string {
  return 'ABCDEFGHI'.split('').find((letter) => !taken.includes(letter)) ?? ''
}

/** The order with another fetus; unchanged if there are nine. */
export function addFetus<Document extends Pick<OrderDocument, 'pregnancy'>>(document: Document): Document {
  const pregnancy = document.pregnancy ?? blankPregnancy()
  const { fetuses } = pregnancy
  if (fetuses.length >= MOST_FETUSES) return document
  const keys = fetuses.map(({ key }) => key)
  const number = [1, 2, 3, 4, 5, 6, 7, 8, 9].find((one) => !keys.includes(`fetus-${one}`)) ?? 1
  const fetus = blankFetus(`fetus-${number}`, freeLabel(fetuses.map(({ label }) => label.trim())))
  return { ...document, pregnancy: { ...pregnancy, fetuses: [...fetuses, fetus] } }
}

/**
 * The order with another kind of subject. What the new kind has no place for is removed: a pregnancy, the
 * specimens of its fetuses beyond the first, the data of a death. The first subject's specimens become the new
 * subject's, since the clinic chose the kind after it had begun with them.
 */
export function chooseSubject(document: OrderDocument, kind: SubjectKind): OrderDocument {
  if (subjectKind(document) === kind) return document
  const before = subjectsOf(document)
  const { pregnancy, ...rest } = document
  const fetal = kind === 'fetus' || kind === 'loss'
  const [first, ...others] = document.patients.map((one, index): Patient => {
    if (index > 0) return one
    const { deceased, ...patient } = one
    if (kind === 'deceased') return { ...patient, deceased: blankDeceased() }
    // As for a mother who is added as a relative; whoever is recorded as male is chosen so.
    return fetal && patient.sex === '' ? { ...patient, sex: 'Female' } : patient
  })
  const patients: Patient[] = first ? [first, ...others] : others
  const next: OrderDocument = { ...rest, patients }
  if (fetal) {
    const outcome = kind === 'loss' ? 'Ended' : 'Ongoing'
    const kept = { ...(pregnancy ?? blankPregnancy()), outcome } as const
    const changed = kind === 'fetus' ? { ...kept, endedOn: '', ending: '' as const } : kept
    const withPart = { ...next, pregnancy: changed }
    next.pregnancy = (changed.fetuses.length > 0 ? withPart : addFetus(withPart)).pregnancy
  }
  const [now] = subjectsOf(next)
  const keys = new Set(keysInOrder(next))
  const features = featuresOf(next)
    .map((one) => (one.patient === before[0] && now ? { ...one, patient: now } : one))
    .filter(({ patient }) => keys.has(patient))
  return {
    ...withFeatures(next, features),
    samples: next.samples.flatMap((sample) => {
      const patient = sample.patient === before[0] && now ? now : sample.patient
      if (!keys.has(patient)) return []
      const { contamination, ...plain } = sample
      return [fetal && contamination ? { ...plain, contamination, patient } : { ...plain, patient }]
    }),
  }
}
