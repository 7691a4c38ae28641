import {
  deniesPriorTests,
  type FamilyHistory,
  type FamilyTestingRequest,
  type Imaging,
  type PriorTesting,
} from '#domain/orders/clinical-history.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { type Answer, day, line, text, yesNo } from './answers.ts'

/** The clinical part of the form (specification §3), without unanswered questions. */
export function clinicalAnswers(document: OrderDocument): Answer[] {
  return [
    ...priorTesting(document.priorTesting),
    ...document.imaging.flatMap(imaging),
    ...familyHistory(document.familyHistory),
    ...familyTesting(document.familyTestingRequest),
    ...text(['CLINICAL-NOTES', 'Clinical notes'], document.clinicalNotes),
  ]
}

const PRIOR_RESULTS = [
  ['aneuploidyFish', 'PRIOR-FISH', 'Aneuploidy FISH'],
  ['chromosomalMicroarrayAnalysis', 'PRIOR-CMA', 'Chromosomal microarray analysis'],
  ['chromosomsAndKaryotype', 'PRIOR-KARYOTYPE', 'Chromosomes and karyotype'],
  ['maternalSerumScreening', 'PRIOR-MSS', 'Maternal serum screening'],
  ['nonInvasivePrenatalScreening', 'PRIOR-NIPS', 'Non-invasive prenatal screening'],
] as const

function priorTesting(prior: PriorTesting): Answer[] {
  const performed = yesNo(['PRIOR-TESTING', 'Prior testing performed'], prior.performed)
  if (deniesPriorTests(prior)) return performed
  const results = PRIOR_RESULTS.flatMap(([field, code, words]) => {
    const result = prior[field]
    return result === '' ? [] : line([code, words], result, { flag: result })
  })
  return [
    ...performed,
    ...line(['PRIOR-BY', 'Prior testing performed by'], prior.performingLab),
    ...line(['PRIOR-LABORATORY', 'Name of that laboratory'], prior.laboratoryName),
    ...results,
    ...line(['PRIOR-OTHER', 'Other prior testing'], prior.other),
    ...text(['PRIOR-ABNORMAL', 'Abnormal prior results'], prior.detailForAbnormalResult),
  ]
}

function imaging({ type, result, date, details }: Imaging, index: number): Answer[] {
  const words = [type, details].filter((part) => part.trim() !== '').join(': ')
  return text(['IMAGING', 'Imaging'], words || result || date, {
    about: String(index + 1),
    ...(result === '' ? {} : { flag: result }),
    day: date,
  })
}

function familyHistory({ familyHistoryOfDiseaseBeingTested: has, diagnoses }: FamilyHistory): Answer[] {
  const hasHistory = yesNo(['FAMILY-HISTORY', 'Family history of the disease being tested'], has)
  // Also after "No": that is about the disease being tested, and a diagnosis may be another.
  const rows = diagnoses.map(({ relationshipType, relative, diagnosis, ageAtDiagnosis }) => {
    const who = [relationshipType, relative].filter(Boolean).join(', ')
    return `${who}: ${diagnosis}${ageAtDiagnosis ? `, at age ${ageAtDiagnosis}` : ''}`
  })
  const rowAnswers = rows.flatMap((row, index) =>
    line(['FAMILY-DIAGNOSIS', 'Diagnosis in the family'], row, { about: String(index + 1) }),
  )
  return [...hasHistory, ...rowAnswers]
}

function familyTesting(request: FamilyTestingRequest): Answer[] {
  const ifTrue = (question: Answer['question'], value: boolean) => yesNo(question, value || null)
  const known = request.targetSequencingData
  const proband = [known.probandFirstName, known.probandLastName].filter(Boolean).join(' ')
  const target = [
    ...line(['TARGET-TEST', 'Test that found the variant'], known.testCode),
    ...line(['TARGET-GENE', 'Gene'], known.gene),
    ...line(['TARGET-VARIANT', 'Variant'], known.variant),
    ...line(['TARGET-PROBAND', 'Who was found to have it'], proband),
    ...day(['TARGET-PROBAND-BIRTH-DATE', 'Their date of birth'], known.dateOfBirth),
    ...line(['TARGET-RELATIONSHIP', 'The patient’s relationship to them'], known.relationshipToProband),
    ...line(['TARGET-TESTED-AT', 'Where they were tested'], known.testingLocation.name),
    ...line(['TARGET-LABORATORY-NUMBER', 'Their laboratory number'], known.labNumber),
    ...line(['TARGET-FAMILY-NUMBER', 'The family’s number'], known.familyNumber),
  ]
  return [
    ...ifTrue(['TARGET-SEQUENCING', 'Sequencing of a variant known in the family'], request.targetSequencing),
    ...(request.targetSequencing ? target : []),
    ...ifTrue(['FULL-GENE-SEQUENCING', 'Full gene sequencing'], request.fullGeneSequencing),
    ...ifTrue(
      ['DELETION-DUPLICATION', 'Deletion and duplication analysis'],
      request.deletionDuplicationAnalysis,
    ),
  ]
}
