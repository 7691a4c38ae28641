import type { FamilyRelationshipType, ImagingType, NormalAbnormal, PerformingLab, YesNo } from '../lookups.ts'

// The parts of an order's document about what is known already.

/** Specification §3, Prior test / abnormal result details; the names are its own. */
export interface PriorTesting {
  performed: YesNo
  performingLab: PerformingLab | ''
  laboratoryName: string
  aneuploidyFish: NormalAbnormal
  chromosomalMicroarrayAnalysis: NormalAbnormal
  chromosomsAndKaryotype: NormalAbnormal
  maternalSerumScreening: NormalAbnormal
  nonInvasivePrenatalScreening: NormalAbnormal
  other: string
  detailForAbnormalResult: string
}

/** Earlier tests are denied: what else was entered of them is not on the form, and neither printed nor sent. */
export function deniesPriorTests({ performed }: Pick<PriorTesting, 'performed'>): boolean {
  return performed === 'No'
}

export interface Imaging {
  type: ImagingType | ''
  result: NormalAbnormal
  /** ISO date or ''. */
  date: string
  details: string
}

export interface FamilyDiagnosis {
  relationshipType: FamilyRelationshipType
  /** The relative in words: aunt, cousin. */
  relative: string
  diagnosis: string
  ageAtDiagnosis: string
}

/** Specification §3, Family history. */
export interface FamilyHistory {
  familyHistoryOfDiseaseBeingTested: YesNo
  diagnoses: FamilyDiagnosis[]
}

/** Specification §3, Family testing request: a variant known in the family. */
export interface TargetSequencingData {
  testCode: string
  gene: string
  variant: string
  probandLastName: string
  probandFirstName: string
  relationshipToProband: string
  dateOfBirth: string
  testingLocation: { name: string }
  labNumber: string
  familyNumber: string
}

export interface FamilyTestingRequest {
  targetSequencing: boolean
  targetSequencingData: TargetSequencingData
  fullGeneSequencing: boolean
  deletionDuplicationAnalysis: boolean
}
