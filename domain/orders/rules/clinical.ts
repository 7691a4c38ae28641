import type { OrderDocument } from '../document.ts'
import { icd10, ifGiven, needed, pastDate } from '../field-checks.ts'
import type { Finding } from '../points.ts'
import type { ClinicalSection } from '../rule-context.ts'
import { apply, atLeastOne, type RuleInput } from './rule.ts'

/** The reason for the test, and what is known already. A benefits verification needs only the indications. */
export function clinicalRules(known: RuleInput): Finding[] {
  return [
    ...indications(known),
    ...(known.document.isVOB ? [] : neededSections(known)),
    ...imaging(known),
    ...familyHistory(known),
    ...familyTesting(known),
  ]
}

function indications(known: RuleInput): Finding[] {
  const { indicationsForTesting: list } = known.document
  return [
    ...atLeastOne('/indicationsForTesting', list, 'At least one indication is required'),
    ...list.flatMap((indication, index) => {
      const at = `/indicationsForTesting/${index}`
      return [
        ...apply(
          known,
          `${at}/code`,
          indication.code,
          ['required', needed('ICD-10 code')],
          ['icd10', icd10],
          [
            'repeated',
            (code) =>
              list.slice(0, index).some((earlier) => earlier.code === code)
                ? `${code} is listed twice`
                : null,
          ],
        ),
        ...apply(known, `${at}/description`, indication.description, [
          'required',
          needed('A description of the indication'),
        ]),
      ]
    }),
  ]
}

interface NeededSection {
  path: string
  missing: (document: OrderDocument) => boolean
  /** After 'Whole Exome needs'. */
  words: string
}

const NEEDED_SECTIONS: Record<ClinicalSection, NeededSection> = {
  priorTesting: {
    path: '/priorTesting/performed',
    missing: ({ priorTesting }) => priorTesting.performed === '',
    words: 'the prior testing history: answer Yes or No',
  },
  imaging: {
    path: '/imaging',
    missing: (document) => document.imaging.length === 0,
    words: 'an imaging result: add at least one',
  },
  familyHistory: {
    path: '/familyHistory/familyHistoryOfDiseaseBeingTested',
    missing: ({ familyHistory }) => familyHistory.familyHistoryOfDiseaseBeingTested === '',
    words: 'the family history of the disease: answer Yes or No',
  },
  familyTesting: {
    path: '/familyTestingRequest/targetSequencing',
    missing: ({ familyTestingRequest: wish, knownVariants = [] }) =>
      knownVariants.length === 0 &&
      !(wish.targetSequencing || wish.fullGeneSequencing || wish.deletionDuplicationAnalysis),
    words: 'the type of family testing: choose at least one kind of analysis',
  },
  notes: {
    path: '/clinicalNotes',
    missing: (document) => document.clinicalNotes.trim() === '',
    words: 'clinical notes: describe the patient’s findings',
  },
}

function neededSections({ document, tests }: RuleInput): Finding[] {
  return (Object.keys(NEEDED_SECTIONS) as ClinicalSection[]).flatMap((name) => {
    const section = NEEDED_SECTIONS[name]
    // A test that looks at known variants asks for them itself (rules/known-variants.ts).
    const test = tests.find(
      (one) => one.needs.includes(name) && !(name === 'familyTesting' && one.knownVariant),
    )
    if (!test || !section.missing(document)) return []
    return [{ path: section.path, rule: 'required', message: `${test.testName} needs ${section.words}` }]
  })
}

function imaging(known: RuleInput): Finding[] {
  return known.document.imaging.flatMap((row, index) => [
    ...apply(known, `/imaging/${index}/type`, row.type, ['required', needed('Type of imaging')]),
    ...apply(known, `/imaging/${index}/result`, row.result, ['required', needed('Imaging result')]),
    ...apply(known, `/imaging/${index}/date`, row.date, ['date', ifGiven(pastDate('Imaging date'))]),
  ])
}

function familyHistory(known: RuleInput): Finding[] {
  return known.document.familyHistory.diagnoses.flatMap((row, index) =>
    apply(known, `/familyHistory/diagnoses/${index}/diagnosis`, row.diagnosis, [
      'required',
      (value) => (value.trim() === '' ? 'Enter the relative’s diagnosis, or remove the line' : null),
    ]),
  )
}

const TARGET_FIELDS = [
  ['gene', 'The gene of the known variant'],
  ['probandFirstName', 'First name of the relative with the known variant'],
  ['probandLastName', 'Last name of the relative with the known variant'],
  ['relationshipToProband', 'The patient’s relationship to this relative'],
] as const

/** A known family variant can only be found if its location is known: these fields are required. */
function familyTesting(known: RuleInput): Finding[] {
  const { targetSequencing, targetSequencingData: data } = known.document.familyTestingRequest
  if (!targetSequencing) return []
  const at = '/familyTestingRequest/targetSequencingData'
  return [
    ...TARGET_FIELDS.flatMap(([name, words]) =>
      apply(known, `${at}/${name}`, data[name], ['required', needed(words)]),
    ),
    ...apply(known, `${at}/dateOfBirth`, data.dateOfBirth, [
      'date',
      ifGiven(pastDate('Date of birth of the relative')),
    ]),
  ]
}
