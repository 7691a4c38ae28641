import { dayInWords } from '#domain/dates/dates.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { Field } from './words.ts'

/**
 * The clinical information besides the indications: notes, prior tests, imaging, family. Values may be empty.
 */
export function clinicalFields(document: OrderDocument): Field[] {
  return [
    ['Clinical notes', document.clinicalNotes],
    ['Prior testing', priorTesting(document.priorTesting)],
    ['Imaging', document.imaging.map(imaging).filter(Boolean).join('\n')],
    ['Family history', familyHistory(document.familyHistory)],
    ['Family testing', familyTesting(document.familyTestingRequest)],
  ]
}

const joined = (fragments: string[], between = ', ') => fragments.filter(Boolean).join(between)
const labelled = (label: string, value: string) => (value ? `${label} ${value.toLowerCase()}` : '')

function priorTesting(prior: OrderDocument['priorTesting']): string {
  if (prior.performed !== 'Yes') return prior.performed === 'No' ? 'None' : ''
  return joined(
    [
      joined([prior.performingLab, prior.laboratoryName]),
      labelled('aneuploidy FISH', prior.aneuploidyFish),
      labelled('microarray', prior.chromosomalMicroarrayAnalysis),
      labelled('karyotype', prior.chromosomsAndKaryotype),
      labelled('maternal serum screening', prior.maternalSerumScreening),
      labelled('non-invasive prenatal screening', prior.nonInvasivePrenatalScreening),
      prior.other,
      prior.detailForAbnormalResult,
    ],
    '; ',
  )
}

function imaging({ type, result, date, details }: OrderDocument['imaging'][number]): string {
  return joined([
    type === 'FetalEchocardiogram' ? 'Fetal echocardiogram' : type,
    result.toLowerCase(),
    dayInWords(date),
    details,
  ])
}

function familyHistory({
  familyHistoryOfDiseaseBeingTested,
  diagnoses,
}: OrderDocument['familyHistory']): string {
  const known = labelled('Disease being tested in the family:', familyHistoryOfDiseaseBeingTested)
  const of = diagnoses.map(({ relationshipType, relative, diagnosis, ageAtDiagnosis }) =>
    joined([
      joined([relationshipType.replace(/(?<=[a-z])(?=[A-Z])/g, ' '), relative], ' '),
      diagnosis,
      ageAtDiagnosis ? `at ${ageAtDiagnosis}` : '',
    ]),
  )
  return joined([known, ...of], '\n')
}

function familyTesting(request: OrderDocument['familyTestingRequest']): string {
  const { targetSequencingData: known } = request
  const target = request.targetSequencing
    ? joined([
        `Target sequencing: ${joined([known.gene, known.variant], ' ')}`,
        joined([known.probandFirstName, known.probandLastName], ' '),
        known.relationshipToProband,
        known.testingLocation.name,
        known.labNumber,
        known.familyNumber ? `family ${known.familyNumber}` : '',
      ])
    : ''
  return joined(
    [
      target,
      request.fullGeneSequencing ? 'Full gene sequencing' : '',
      request.deletionDuplicationAnalysis ? 'Deletion and duplication analysis' : '',
    ],
    '\n',
  )
}
