import type { FeatureStatus, Onset } from '#domain/orders/phenotype.ts'
import type { PacketRole } from '#domain/phenotype/phenopacket/read.ts'

// Phenotype
export const phenotype = 'Phenotype'
export const phenotypeHint = 'What was found, and what was looked for and is absent'
export const phenotypePlaceholder = 'Seizure, small head, HP:0001250'
export const terms = (source: string) => `Terms: ${source}`
export const phenotypeOfOrder = 'Phenotype terms of the order'
export const whose = 'Finding of'
export const alsoCalled = (id: string, synonym: string) => `${id}, also called ${synonym}`
export const fewTerms = (test: string, few: number, present: number) =>
  `${test} is best interpreted with at least ${few} terms that are present. So far: ${present}`

// FeatureRow
export const statusOf = (finding: string) => `Is it present: ${finding}`
export const statusWords: Record<FeatureStatus, string> = {
  present: 'Present',
  absent: 'Absent',
  uncertain: 'Uncertain',
}
export const removeFinding = (finding: string) => `Remove ${finding}`
export const details = 'Details'
export const detailsOf = (finding: string) => `Details of ${finding}: onset, severity, note`
export const onset = 'Onset given as'
export const onsetKinds: Record<Onset['kind'], string> = {
  age: 'Age',
  class: 'Age class',
  gestation: 'Gestational age',
}
export const onsetValue: Record<Onset['kind'], string> = {
  age: 'Age at onset',
  class: 'Age class at onset',
  gestation: 'Gestational age at onset',
}
export const onsetPlaceholder: Record<Onset['kind'], string> = {
  age: '3 months, 2 days, birth',
  class: '',
  gestation: '21+4',
}
export const severity = 'Severity'
export const note = 'Note'

// NoteSuggestions
export const suggestions = 'Terms suggested from the clinical notes'
export const suggestionsHint = 'Nothing is added until you add it. Check each against your notes.'
export const suggestionOf = (term: string, status: FeatureStatus, person: string) =>
  [term, statusWords[status].toLowerCase(), person].filter(Boolean).join(', ')
export const addSuggestion = 'Add'
export const addSuggested = (suggestion: string) => `Add ${suggestion}`
export const dismissSuggestion = 'Dismiss'
export const dismissSuggested = (suggestion: string) => `Dismiss ${suggestion}`
export const showInNotes = 'Show in the notes: '
export const added = (suggestion: string) => `Added: ${suggestion}`
export const dismissed = (suggestion: string) => `Dismissed: ${suggestion}`
export const showDismissed = (count: number) => `Show ${count} dismissed`
export const suggestionsFailed = 'Couldn’t read the notes for terms. Search for terms above instead.'

// PhenopacketDialog
export const readPhenopacket = 'Read a phenopacket file'
export const packetHint =
  'GA4GH phenopacket or family, version 2, as JSON. Nothing is added until you have checked it.'
export const choosePacket = 'Choose file'
export const cancelPacket = 'Cancel'
export const packetRead = (file: string) => `${file}: check what will be added`
const packetRoles: Record<PacketRole, string> = {
  ...{ proband: 'proband', mother: 'mother', father: 'father', other: 'relative' },
}
export const packetPerson = (role: PacketRole, id: string) => `${packetRoles[role]}${id && ` ${id}`}`
export const addFindingsOf = (person: string) => `Add findings of the file’s ${person} to`
export const findingsOf = (person: string) => `Findings of the file’s ${person}`
export const notAdded = 'Don’t add'
export const alreadyInOrder = 'already in the order'
export const leftOut = 'Left out or replaced'
export const tooManyFindings = (most: number) => `An order has at most ${most} findings. Add fewer people.`
export const addFindings = (count: number) => (count === 1 ? 'Add 1 finding' : `Add ${count} findings`)
export const findingsAdded = (count: number) => (count === 1 ? '1 finding added' : `${count} findings added`)
