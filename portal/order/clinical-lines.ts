import {
  deniesPriorTests,
  type FamilyTestingRequest,
  type Imaging,
  type PriorTesting,
} from '#domain/orders/clinical-history.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { personName } from '#domain/orders/family.ts'
import { featuresOf } from '#domain/orders/phenotype.ts'
import { featureLines, releasesInWords } from '#domain/orders/phenotype-in-words.ts'
import { knownVariantDetails } from '#domain/orders/variant-words.ts'
import { showDate } from '#ui/dates.ts'
import { labelOf } from './labels.ts'
import { joinTexts, type Line } from './people-lines.ts'
import * as texts from './texts.ts'

const labelledValue = (name: string, value: string) =>
  value === '' ? '' : `${labelOf(`/${name}`)}: ${value}`

/** All that was filled in of a part, each under its label. */
const filled = (part: object, but: readonly string[] = []) =>
  Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'string' && !but.includes(name) ? [labelledValue(name, value)] : [],
  )

function priorTestingLine(prior: PriorTesting): string {
  const results = deniesPriorTests(prior) ? '' : joinTexts(filled(prior, ['performed']))
  return results || prior.performed
}

const imagingLine = ({ type, result, date, details }: Imaging) =>
  joinTexts([type, result, date && showDate(date), details], ', ')

function familyTestingLine(request: FamilyTestingRequest): string {
  const { targetSequencing, targetSequencingData, fullGeneSequencing, deletionDuplicationAnalysis } = request
  return joinTexts([
    targetSequencing ? labelOf('/targetSequencing') : '',
    targetSequencing ? labelledValue('testCode', targetSequencingData.testCode) : '',
    fullGeneSequencing ? labelOf('/fullGeneSequencing') : '',
    deletionDuplicationAnalysis ? labelOf('/deletionDuplicationAnalysis') : '',
  ])
}

/** Each known variant on a line; those of orders of before as well. */
function variantLines(document: OrderDocument): Line[] {
  const all = knownVariantDetails(document, showDate)
  return all.map((details, index) => [
    all.length === 1 ? texts.knownVariant : texts.knownVariantNumber(index + 1),
    joinTexts(details.map(([name, value]) => (name === 'Variant' ? value : `${name}: ${value}`))),
  ])
}

/** The findings of each person, and the release that their terms are from. */
function phenotypeLines(document: OrderDocument): Line[] {
  const features = featuresOf(document)
  const people = [...new Set(features.map(({ patient }) => patient))]
  const lines = people.map(
    (key): Line => [
      texts.phenotypeOf(personName(document, key)),
      joinTexts(featureLines(features, key), '. '),
    ],
  )
  return features.length === 0 ? [] : [...lines, [texts.phenotypeSource, releasesInWords(features)]]
}

/** What is known of the disease; parts of which nothing is said are left out, but the indications and the notes. */
export function clinicalLines(document: OrderDocument): Line[] {
  const { familyHistory } = document
  const more: Line[] = [
    [texts.priorTesting, priorTestingLine(document.priorTesting)],
    [texts.imaging, joinTexts(document.imaging.map(imagingLine), '; ')],
    [
      texts.familyHistory,
      joinTexts(
        [
          familyHistory.familyHistoryOfDiseaseBeingTested,
          ...familyHistory.diagnoses.map((one) =>
            joinTexts(
              [
                one.relationshipType,
                one.relative,
                one.diagnosis,
                one.ageAtDiagnosis && texts.ageAtDiagnosis(one.ageAtDiagnosis),
              ],
              ', ',
            ),
          ),
        ],
        '; ',
      ),
    ],
    [texts.familyTesting, familyTestingLine(document.familyTestingRequest)],
    ...variantLines(document),
    ...phenotypeLines(document),
  ]
  return [
    [
      texts.indications,
      joinTexts(document.indicationsForTesting.map((one) => joinTexts([one.code, one.description], ' '))),
    ],
    ...more.filter(([, value]) => value !== ''),
    [texts.clinicalNotes, document.clinicalNotes],
  ]
}
