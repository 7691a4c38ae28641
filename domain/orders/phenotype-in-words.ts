import type { PatientKey } from './document.ts'
import { onsetInWords } from './onset.ts'
import { type Feature, severityLabel } from './phenotype.ts'

/** What is known about a feature besides its name and status: 'severe, at 2 days, febrile'. */
export function featureDetails({ severity, onset, note = '' }: Feature): string {
  return [
    severity ? severityLabel(severity).toLowerCase() : '',
    onset ? onsetInWords(onset) : '',
    note.trim(),
  ]
    .filter(Boolean)
    .join(', ')
}

const GROUPS = [
  ['present', 'Present'],
  ['absent', 'Absent'],
  ['uncertain', 'Uncertain'],
] as const

/** One person's features by status: 'Present: Seizure HP:0001250 (severe); …'. No line for a status without any. */
export function featureLines(features: readonly Feature[], patient: PatientKey): string[] {
  return GROUPS.flatMap(([status, title]) => {
    const named = features
      .filter((feature) => feature.patient === patient && feature.status === status)
      .map((feature) => {
        const details = featureDetails(feature)
        return `${feature.label} ${feature.termId}`.trim() + (details === '' ? '' : ` (${details})`)
      })
    return named.length === 0 ? [] : [`${title}: ${named.join('; ')}`]
  })
}

/** 'Human Phenotype Ontology, release 2026-01-08', with each release that the features name. */
export function releasesInWords(features: readonly Feature[]): string {
  const releases = [...new Set(features.map(({ release }) => release).filter(Boolean))].toSorted()
  return `Human Phenotype Ontology${releases.length === 0 ? '' : `, release ${releases.join(', ')}`}, human-phenotype-ontology.org`
}
