import type { IsoDate } from '../dates/dates.ts'
import type { Sex, SpecimenType } from '../lookups.ts'
import type { Patient, PatientKey } from './document.ts'

/** The person whose specimen the laboratory has. */
export type SpecimenOf = Pick<Patient, 'key' | 'firstName' | 'lastName' | 'dateOfBirth'>

/** What ordering must know of a test of the catalogue. */
export interface OrderableTest {
  code: string
  testName: string
  specimens: readonly SpecimenType[]
  sex: Sex | ''
  genes: readonly string[]
  /** Whether genes are chosen from the test's own: all are meant, one, or some. */
  geneChoice: 'all' | 'one' | 'some'
  /** How many relatives' specimens belong to it: 2 for a trio. */
  relatives: number
  /** Those asked at the hospital that orders. */
  consents: readonly { id: string; title: string; required: boolean }[]
  /** Parts of the form that this test needs filled in. */
  needs: readonly ClinicalSection[]
}

/** The parts of the clinical section that a test may need or show (specification §3, test sections). */
export const CLINICAL_SECTIONS = [
  'priorTesting',
  'imaging',
  'familyHistory',
  'familyTesting',
  'notes',
] as const
export type ClinicalSection = (typeof CLINICAL_SECTIONS)[number]

/** An order of the same institution, not cancelled, with one of the persons of the document. */
export interface EarlierOrder {
  id: number
  /** Which person of the document. */
  patient: PatientKey
  tests: readonly { code: string; testName: string; genes: readonly string[] }[]
  displayStatus: string
  reported: boolean
  orderedOn: IsoDate
}

/** What is known of the ordering provider by their NPI. */
export interface ProviderInfo {
  npi: string
  /** Why the name is not the one that the NPI registry has for the number; null where it is. */
  nameRefusal: string | null
  geneticCounselor: boolean
}

/** What the rules know besides the document: told by the server, the same for the form, the API and the manifest. */
export interface RuleContext {
  /** The document's tests as the catalogue has them; one that it does not have is missing here. */
  tests: readonly OrderableTest[]
  /** The laboratory's date. */
  today: IsoDate
  /** Two-letter code of the state where the institution is; '' when it is not known. */
  institutionState: string
  /**
   * Whether the institution, or its parent, is a VA hospital: its orders say for which VA station they are. Left out: not
   * known. `unknownStation` is the number in the document, if the laboratory knows no such station; else ''.
   */
  va?: { isVa: boolean; unknownStation: string } | undefined
  history: readonly EarlierOrder[]
  /** Null while there is no valid NPI, or nobody could be asked. */
  provider: ProviderInfo | null
  /** Who would submit; null for nobody yet, such as a colleague who prepares the draft. */
  submitter: { npi: string; delegated: boolean } | null
  /** Of an add-on: whose specimen it is on, by the order that it is added to. Left out or null: not known. */
  specimenOf?: SpecimenOf | null
}
