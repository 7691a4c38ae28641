import type { ConsentLaw, TestApproval } from '../consent/law.ts'
import type { ConsentText } from '../consent/texts.ts'
import type { IsoDate } from '../dates/dates.ts'
import type { Gene } from '../genes/gene.ts'
import type { KnownDiagnosis } from '../icd10/diagnosis-code.ts'
import type { InsuranceKind, Sex } from '../lookups.ts'
import type { Questionnaire } from '../questions/questionnaire.ts'
import type { BloodHistoryNeeds } from '../specimens/blood-history-needs.ts'
import type { TestSpecimens } from '../specimens/requirements.ts'
import type { Patient, PatientKey, Sample } from './document.ts'
import type { NotedPatient } from './identity.ts'
import type { KnownVariantTest } from './known-variant-tests.ts'
import type { PhenotypeContext } from './phenotype.ts'
import type { TestSubjects } from './test-subjects.ts'

/** The person whose specimen the laboratory has, and the specimen; of a fetus's, its mother. */
export type SpecimenOf = Pick<Patient, 'key' | 'firstName' | 'lastName' | 'dateOfBirth'> & {
  /** The key of the fetus or loss that it is from; the person is then the mother. */
  fetus?: PatientKey
  /** The consents that the person withdrew in the specimen's order, by title, and the last day of it. */
  withdrawn?: { titles: string[]; on: string }
  /** Why the laboratory cannot do another test on it; left out if it can. */
  unusable?: string
  /**
   * As the laboratory has it, under its key and person in the order that it came with; collected again, what stays true of
   * it and the new day. Left out: not known.
   */
  sample?: Sample
}

/** A consent question of a test. The optional parts come from files that a laboratory may leave out. */
export interface OrderableConsent {
  id: string
  title: string
  required: boolean
  /** The versions of its wording. */
  texts?: readonly ConsentText[] | undefined
  /** False: the test looks only at the patient for it, so relatives are not asked. */
  asksRelatives?: boolean | undefined
  /** False: not offered if a fetus is tested. */
  offeredForFetus?: boolean | undefined
  /** The laboratory's policy, shown beside the question. */
  policy?: string | undefined
}

export interface ConsentTerms {
  /** For a disorder that begins in adulthood: not for a healthy child. */
  adultOnset: boolean
  approvals: readonly TestApproval[]
}

/** What ordering needs to know about a test of the catalogue. */
export interface OrderableTest extends TestSpecimens {
  code: string
  testName: string
  sex: Sex | ''
  genes: readonly string[]
  /** Which of the test's genes an order is about: all, one, or some. */
  geneChoice: 'all' | 'one' | 'some'
  /** How many relatives' specimens it needs: 2 for a trio. */
  relatives: number
  /** Whom it compares with the patient. Left out: the laboratory does not state it. */
  compared?: { who: Compared } | undefined
  /** The questions asked at the ordering hospital. */
  consents: readonly OrderableConsent[]
  /** What the laboratory states about testing children, and the states that license the test. Left out: nothing. */
  consentTerms?: ConsentTerms | undefined
  /** Whether each biological side's ancestry is asked for, and whether the test computes residual risk from it. */
  ancestry?: { required: boolean }
  /** Sections of the form that this test requires. */
  needs: readonly ClinicalSection[]
  /** Whom it is offered for, if the laboratory sets it. */
  subjects?: TestSubjects
  /** If it is read by the patient's findings: with fewer of them than `few`, the form asks for more. */
  phenotype?: { few: number } | undefined
  /** The laboratory's own questions of the test. Left out if there are none. */
  questionnaires?: readonly Questionnaire[] | undefined
  /** Left out: it asks nothing about transfusion, transplant or blood cancer. */
  bloodHistory?: BloodHistoryNeeds | undefined
  /** Set for a test that looks at known variants. */
  knownVariant?: KnownVariantTest
}

/**
 * Whom a test compares the patient with. `parents`: the genetic ones, and of a quad any further relative. `mother`: whose
 * cells may be in the specimen, whoever's the egg was. `partner`: of a couple. `relatives`: any who share genes.
 */
export const COMPARED = ['parents', 'mother', 'partner', 'relatives'] as const
export type Compared = (typeof COMPARED)[number]

/** The clinical sections that a test may require or show (specification §3, test sections). */
export const CLINICAL_SECTIONS = [
  'priorTesting',
  'imaging',
  'familyHistory',
  'familyTesting',
  'notes',
] as const
export type ClinicalSection = (typeof CLINICAL_SECTIONS)[number]

/** An order of the same institution, not cancelled, with one of the document's people. */
export interface EarlierOrder {
  id: number
  /** The document's person. */
  patient: PatientKey
  tests: readonly { code: string; testName: string; genes: readonly string[] }[]
  displayStatus: string
  reported: boolean
  orderedOn: IsoDate
  /** Of an order for a fetus or a loss: the due date, by which its pregnancy is recognized; '' if unknown. */
  pregnancyDue?: string
}

/** What is known about the ordering provider by their NPI. */
export interface ProviderInfo {
  npi: string
  /** How the name differs from the one in the NPI registry; null if it does not, or the registry could not be asked. */
  nameRefusal: string | null
  geneticCounselor: boolean
}

/** One of a draft's documents. */
export interface UploadedFile {
  id: number
  filename: string
  /** Whom the draft was about when it was uploaded. */
  uploadedFor: NotedPatient
}

/** What the rules need besides the document: provided by the server, the same for form, API and manifest. */
export interface RuleContext {
  /** The document's tests as in the catalogue; unknown tests are missing here. */
  tests: readonly OrderableTest[]
  /** The laboratory's date. */
  today: IsoDate
  /** Two-letter code of the institution's state; '' if not known. */
  institutionState: string
  /**
   * Whether the institution, or its parent, is a VA hospital, whose orders name a VA station. Left out: not
   * known. `unknownStation` is the document's station number if the laboratory does not know it; otherwise
   * ''.
   */
  va?: { isVa: boolean; unknownStation: string } | undefined
  /** Whether kits can be ordered here. Left out: they can. */
  takesKits?: boolean | undefined
  /** The laboratory's data about consents. Left out: none. */
  consentLaw?: ConsentLaw | undefined
  /**
   * Whether the submitter signs the order's attestation. Left out: not known yet, as before the order is
   * submitted.
   */
  attested?: boolean | undefined
  history: readonly EarlierOrder[]
  /** The document's diagnosis codes; one that the laboratory's list does not judge is left out. */
  diagnoses?: readonly KnownDiagnosis[] | undefined
  /** What the imported HPO release has about the document's terms; left out if it names none. */
  phenotype?: PhenotypeContext | undefined
  /** Null without a valid NPI. */
  provider: ProviderInfo | null
  /**
   * What the laboratory's directory knows of the insurance companies as typed, for a genetic counselor's order. Left
   * out: not known.
   */
  payers?: readonly { company: string; kind: InsuranceKind }[] | undefined
  /**
   * The user who would submit; null if there is none yet, for example while a colleague prepares the draft.
   */
  submitter: { npi: string; delegated: boolean } | null
  /**
   * For an add-on: the person whose specimen it uses, according to the original order. Left out or null: not
   * known.
   */
  specimenOf?: SpecimenOf | null
  /**
   * The genes that its known variants name, by id or symbol of today or before, and those of their transcripts.
   * Left out: no genes were imported, or nothing was asked.
   */
  genes?: readonly Gene[] | undefined
  /**
   * Whether the order was begun from the code of a relative's letter, or from one whose report the laboratory withdrew since or
   * is checking. Left out: not known.
   */
  hasFamilyCode?: boolean | 'withdrawn' | 'questioned' | undefined
  /** The order's documents, if its answers or known variants name any. Left out: not known. */
  documents?: readonly { id: number; bytes: number }[] | undefined
  /** The draft's documents of which it is known for whom they were uploaded. Left out: none, or not known. */
  uploads?: readonly UploadedFile[] | undefined
}
