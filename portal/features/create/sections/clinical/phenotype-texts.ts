import type { FeatureStatus } from '#domain/orders/phenotype.ts'

export const phenotype = 'Phenotype'
export const phenotypeHint = 'What was found, and what was looked for and is absent'
export const phenotypePlaceholder = 'Seizure, small head, HP:0001250'
export const phenotypeOfOrder = 'Phenotype terms of the order'
export const whose = 'Finding of'
export const alsoCalled = (id: string, synonym: string) => `${id}, also called ${synonym}`
export const statusOf = (finding: string) => `Is it present: ${finding}`
export const statusWords: Record<FeatureStatus, string> = {
  present: 'Present',
  absent: 'Absent',
  uncertain: 'Uncertain',
}
export const removeFinding = (finding: string) => `Remove ${finding}`
