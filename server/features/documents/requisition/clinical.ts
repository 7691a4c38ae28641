import { dayInWords } from '#domain/dates/dates.ts'
import { deniesPriorTests } from '#domain/orders/clinical-history.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { personName } from '#domain/orders/family.ts'
import { featuresOf } from '#domain/orders/phenotype.ts'
import { featureLines, releasesInWords } from '#domain/orders/phenotype-in-words.ts'
import { knownVariantDetails } from '#domain/orders/variant-words.ts'
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
    ...knownVariants(document),
    ...phenotype(document),
  ]
}

/** The findings of each person, and the release that their terms are from. */
function phenotype(document: OrderDocument): Field[] {
  const features = featuresOf(document)
  if (features.length === 0) return []
  const people = [...new Set(features.map(({ patient }) => patient))]
  const lines = people.map(
    (key, index): Field => [
      index === 0 ? 'Phenotype' : 'Phenotype (continued)',
      [personName(document, key), ...featureLines(features, key)].join('\n'),
    ],
  )
  return [...lines, ['Phenotype terms', releasesInWords(features)]]
}

const joined = (fragments: string[], between = ', ') => fragments.filter(Boolean).join(between)
const labelled = (label: string, value: string) => (value ? `${label} ${value.toLowerCase()}` : '')

function priorTesting(prior: OrderDocument['priorTesting']): string {
  if (deniesPriorTests(prior)) return 'None'
  const results = joined(
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
  return results || prior.performed
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
  const { testCode } = request.targetSequencingData
  const found = testCode && `found by test ${testCode}`
  return joined(
    [
      request.targetSequencing ? joined(['Target sequencing', found]) : '',
      request.fullGeneSequencing ? 'Full gene sequencing' : '',
      request.deletionDuplicationAnalysis ? 'Deletion and duplication analysis' : '',
    ],
    '\n',
  )
}

/** Each variant with what is known of it; those of orders of before as well. */
function knownVariants(document: OrderDocument): Field[] {
  return knownVariantDetails(document, dayInWords).map((details, index, all) => [
    all.length === 1 ? 'Known variant' : `Known variant ${index + 1}`,
    details.map(([name, value]) => (name === 'Variant' ? value : `${name}: ${value}`)).join('\n'),
  ])
}
