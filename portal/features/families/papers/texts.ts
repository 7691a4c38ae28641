import type { DetailName } from '#domain/family/formats/details.ts'
import type { FormatName } from '#domain/family/formats/format.ts'

export const FORMATS: readonly { value: FormatName; label: string; use: string }[] = [
  { value: 'karyo', label: 'Karyo', use: 'Everything, to keep it or to bring it to another Karyo.' },
  { value: 'canrisk', label: 'CanRisk', use: 'For the risk of breast and ovarian cancer (BOADICEA).' },
  { value: 'ped', label: 'PED', use: 'For analysis and drawing programs.' },
  { value: 'phenopacket', label: 'Phenopacket', use: 'GA4GH family, for research and diagnosis programs.' },
  {
    value: 'ga4gh',
    label: 'GA4GH pedigree',
    use: 'FHIR R4 with the kinship ontology, for pedigree programs.',
  },
  { value: 'fhir', label: 'FHIR family history', use: 'FHIR R4, for a hospital’s record.' },
]
export const formatLabel = (format: FormatName) =>
  FORMATS.find(({ value }) => value === format)?.label ?? format

export const download = 'Download'
export const downloadTitle = 'Export the family'
export const downloadHint =
  'People appear as their numbers in the drawing (II-3) with ages. Each download is recorded in the audit trail.'
export const format = 'Format'
export const condition = 'Condition'
export const conditionHint = 'PED holds only one.'
export const withNames = 'With names, dates of birth and death, and notes'
export const namesWarning = 'Anyone who has the file will know who they are.'
export const checking = 'What the file leaves out'
export const nothingLost = 'Nothing of this family is lost.'
export const unnamed = 'Left out because names were not included'
export const lost = (label: string) => `${label} cannot carry`
export const ofPeople = (detail: DetailName, count: number, who: string) =>
  detail === 'people' ? `${capital(detail)} (${count}): ${who}` : `${capital(detail)}: ${who}`
export const ofFamily = (detail: DetailName) => capital(detail)
export const several = (names: readonly string[], more: number) =>
  `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`

const capital = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`

export const startFromFile = 'Start from a file'
export const fileHint =
  'PED, CanRisk, GA4GH phenopacket or pedigree, FHIR family history, or Karyo’s own file. Nothing is kept until you start the family.'
export const chooseFile = 'Choose file'
export const fileRead = (name: string, label: string) => `${name} was read as ${label}.`
export const familyInFile = 'Family in the file'
export const familyOption = (id: string, place: number, people: string) =>
  `${id || `No. ${place}`}: ${people}`
export const familyName = 'Name of the family'
export const start = 'Start family'
export const cancel = 'Cancel'
export const started = 'Family started.'
export const remarks = 'Problems and omissions'
export const noRemarks = 'Everything in the file was read.'
export const cannotStart = 'Impossible as recorded: correct the file, then start the family'
export const lookAgain = 'Please check'
export const remark = (place: string, value: string, words: string) =>
  `${place}${value === '' ? '' : ` (${value})`}: ${words}`
export const moreRemarks = (count: number) => `and ${count} more`
