/** Absent: looked for and not there, which differs from not mentioned. */
export const FEATURE_STATUSES = ['present', 'absent', 'uncertain'] as const
export type FeatureStatus = (typeof FEATURE_STATUSES)[number]

/** How an onset is given: an age (ISO 8601, `P3M`), an age class of the HPO, a gestational age (`21+4`). */
export const ONSET_KINDS = ['age', 'class', 'gestation'] as const
export interface Onset {
  kind: (typeof ONSET_KINDS)[number]
  /** As typed while it can't be read. */
  value: string
}

/** Terms of the HPO below Onset. */
export const AGE_CLASSES = [
  { id: 'HP:0030674', label: 'Antenatal onset' },
  { id: 'HP:0034199', label: 'Late first trimester onset' },
  { id: 'HP:0034198', label: 'Second trimester onset' },
  { id: 'HP:0034197', label: 'Third trimester onset' },
  { id: 'HP:0003577', label: 'Congenital onset' },
  { id: 'HP:0003623', label: 'Neonatal onset' },
  { id: 'HP:0003593', label: 'Infantile onset' },
  { id: 'HP:0011463', label: 'Childhood onset' },
  { id: 'HP:0003621', label: 'Juvenile onset' },
  { id: 'HP:0003581', label: 'Adult onset' },
  { id: 'HP:0011462', label: 'Young adult onset' },
  { id: 'HP:0003596', label: 'Middle age onset' },
  { id: 'HP:0003584', label: 'Late onset' },
] as const

/** Terms of the HPO below Severity. */
export const SEVERITIES = [
  { id: 'HP:0012827', label: 'Borderline' },
  { id: 'HP:0012825', label: 'Mild' },
  { id: 'HP:0012826', label: 'Moderate' },
  { id: 'HP:0012828', label: 'Severe' },
  { id: 'HP:0012829', label: 'Profound' },
] as const
export type SeverityId = (typeof SEVERITIES)[number]['id']
export const SEVERITY_IDS = SEVERITIES.map(({ id }) => id) as [SeverityId, ...SeverityId[]]

/** What was looked for in one person, as a term of the Human Phenotype Ontology. */
export interface Feature {
  /** The key of the person or fetus (PatientKey in document.ts). */
  patient: string
  termId: string
  /** The term's name in that release; '' until the terms are known. */
  label: string
  /** The release of the HPO it was chosen from, such as 2026-01-08. */
  release: string
  status: FeatureStatus
  onset?: Onset
  severity?: SeverityId
  note?: string
}

export const MOST_FEATURES = 300

/** Tells the features of one document apart. */
export function featureKey({ patient, termId }: Pick<Feature, 'patient' | 'termId'>): string {
  return `${patient} ${termId}`
}

/** What the imported release has about a term that a document names. */
export interface KnownTerm {
  id: string
  /** '' for an unknown term. */
  label: string
  /** Retired: obsolete, or merged into another term. No finding: a mode of inheritance, a modifier. */
  state: 'current' | 'retired' | 'unknown' | 'no-finding'
  /** Of a retired term; null if the HPO names none. */
  replacement: { id: string; label: string } | null
  /** The document's other terms that are above it in the HPO. */
  above: readonly string[]
}

/** The imported release, and its entries for the document's terms. */
export interface PhenotypeContext {
  release: string
  terms: readonly KnownTerm[]
}

interface WithFeatures {
  phenotype?: Feature[]
}

export function featuresOf({ phenotype = [] }: WithFeatures): readonly Feature[] {
  return phenotype
}

/** The document with these features; without the part if the last one was removed. */
export function withFeatures<Document extends WithFeatures>(
  document: Document,
  features: readonly Feature[],
): Document {
  const { phenotype: before = [], ...rest } = document
  if (features.length === before.length && features.every((one, at) => one === before[at])) return document
  return (features.length > 0 ? { ...rest, phenotype: [...features] } : rest) as Document
}

/**
 * The document with the names of its terms as the release has them, whatever a client sent: a person at the laboratory
 * reads the name, and a machine the identifier. A name that is right keeps the release it was chosen from.
 */
export function withReleaseLabels<Document extends WithFeatures>(
  document: Document,
  known: PhenotypeContext | undefined,
): Document {
  if (!known) return document
  const named = featuresOf(document).map((feature) => {
    const term = known.terms.find(({ id, state }) => id === feature.termId && state === 'current')
    return term && term.label !== feature.label
      ? { ...feature, label: term.label, release: known.release }
      : feature
  })
  return withFeatures(document, named)
}

/** The test that asks for the most terms, and how many; `few` is 0 if none does. */
export function termsAsked(tests: readonly { testName: string; phenotype?: { few: number } | undefined }[]): {
  testName: string
  few: number
} {
  const asked = tests.map(({ testName, phenotype }) => ({ testName, few: phenotype?.few ?? 0 }))
  return asked.toSorted((one, other) => other.few - one.few)[0] ?? { testName: '', few: 0 }
}

export function ageClassLabel(id: string): string {
  return AGE_CLASSES.find((one) => one.id === id)?.label ?? id
}

export function severityLabel(id: string): string {
  return SEVERITIES.find((one) => one.id === id)?.label ?? id
}
