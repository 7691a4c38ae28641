import type { FamilyTestingRequest, Imaging, OrderDocument, PriorTesting } from '#domain/orders/document.ts'
import { showDate } from '#ui/dates.ts'
import { labelOf } from '../labels.ts'
import { joined, type Line } from './people-lines.ts'

const said = (name: string, value: string) => (value === '' ? '' : `${labelOf(`/${name}`)}: ${value}`)

/** All that was filled in of a part, each under its label. */
const filled = (part: object, but: readonly string[] = []) =>
  Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'string' && !but.includes(name) ? [said(name, value)] : [],
  )

function priorTestingLine(prior: PriorTesting): string {
  return prior.performed === 'Yes' ? joined(filled(prior, ['performed'])) || 'Yes' : prior.performed
}

const imagingLine = ({ type, result, date, details }: Imaging) =>
  joined([type, result, date && showDate(date), details], ', ')

function familyTestingLine(request: FamilyTestingRequest): string {
  const { targetSequencing, targetSequencingData, fullGeneSequencing, deletionDuplicationAnalysis } = request
  const { dateOfBirth, testingLocation, ...rest } = targetSequencingData
  return joined([
    targetSequencing ? labelOf('/targetSequencing') : '',
    ...(targetSequencing
      ? [
          ...filled(rest),
          dateOfBirth && `born ${showDate(dateOfBirth)}`,
          testingLocation.name && `tested at ${testingLocation.name}`,
        ]
      : []),
    fullGeneSequencing ? labelOf('/fullGeneSequencing') : '',
    deletionDuplicationAnalysis ? labelOf('/deletionDuplicationAnalysis') : '',
  ])
}

/** What is known of the disease; parts of which nothing is said are left out, but the indications and the notes. */
export function clinicalLines(document: OrderDocument): Line[] {
  const { familyHistory } = document
  const more: Line[] = [
    ['Prior testing', priorTestingLine(document.priorTesting)],
    ['Imaging', joined(document.imaging.map(imagingLine), '; ')],
    [
      'Family history',
      joined(
        [
          familyHistory.familyHistoryOfDiseaseBeingTested,
          ...familyHistory.diagnoses.map((one) =>
            joined(
              [
                one.relationshipType,
                one.relative,
                one.diagnosis,
                one.ageAtDiagnosis && `at ${one.ageAtDiagnosis}`,
              ],
              ', ',
            ),
          ),
        ],
        '; ',
      ),
    ],
    ['Family testing request', familyTestingLine(document.familyTestingRequest)],
  ]
  return [
    [
      'Indications',
      joined(document.indicationsForTesting.map((one) => joined([one.code, one.description], ' '))),
    ],
    ...more.filter(([, value]) => value !== ''),
    ['Clinical notes', document.clinicalNotes],
  ]
}
