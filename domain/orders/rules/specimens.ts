import { readIsoDate } from '../../dates/dates.ts'
import type { Sample } from '../document.ts'
import { samplesOf, whoIs } from '../family.ts'
import { ifGiven, needed, pastDate } from '../field-checks.ts'
import { letters } from '../identity.ts'
import type { Finding } from '../points.ts'
import type { OrderableTest } from '../rule-context.ts'
import { fetusOf, keysInOrder, subjectsOf } from '../subject.ts'
import { fetalSpecimenRules } from './fetal-specimens.ts'
import { apply, type RuleInput } from './rule.ts'
import { daysTooOld, SPECIMEN_LIFE_DAYS } from './specimen-life.ts'

/** Specimens that may have been collected before the patient was born, and DNA extracted from them. */
const PRENATAL: readonly string[] = ['CVS', 'Amniotic Fluid', 'Fetal Blood', 'Extracted DNA']

/** A benefits verification has no specimens, and an add-on needs no new one of the proband. */
export function specimenRules(known: RuleInput): Finding[] {
  return oneErrorPerField([
    ...nothingOfProband(known),
    ...ofAnotherPerson(known),
    ...known.document.samples.flatMap((sample, index) => oneSample(known, sample, index)),
    ...fetalSpecimenRules(known),
  ])
}

/** Of several errors of one field the first: with it corrected, the next is found. */
function oneErrorPerField(found: readonly Finding[]): Finding[] {
  const isError = ({ warningAbout }: Finding) => warningAbout === undefined
  return found.filter(
    (one, index) =>
      !isError(one) || !found.slice(0, index).some((other) => isError(other) && other.path === one.path),
  )
}

function nothingOfProband({ document }: RuleInput): Finding[] {
  if (document.addOn) return []
  const { samples } = document
  if (samples.length === 0) return [{ path: '/samples', rule: 'required', message: 'A specimen is required' }]
  // A specimen without a person is probably the proband's, and has its own open point.
  const keys = keysInOrder(document)
  const strayed = samples.some((sample) => !keys.includes(sample.patient))
  const without = subjectsOf(document).filter((key) => samplesOf(document, key).length === 0)
  if (strayed || without.length === 0) return []
  const from = without.map((key) => whoIs(document, key)).join(' and ')
  return [
    {
      path: '/samples',
      rule: 'required',
      message: `A specimen from ${from} is required: relatives’ specimens are only compared with it`,
    },
  ]
}

/**
 * Names get corrected and dates mistyped, one at a time: a difference in two of the three means another
 * person.
 */
function ofAnotherPerson({ document, specimenOf: owner }: RuleInput): Finding[] {
  if (!document.addOn || !owner) return []
  const person = document.patients.find((one) => one.key === owner.key)
  const matches = person && [
    letters(person.firstName) === letters(owner.firstName),
    letters(person.lastName) === letters(owner.lastName),
    person.dateOfBirth === owner.dateOfBirth,
  ]
  if (matches && matches.filter(Boolean).length >= 2) return []
  const name = `${owner.firstName} ${owner.lastName}`.trim()
  return [
    {
      path: '/addOn/sampleId',
      rule: 'conflicts',
      message: `The specimen at the laboratory is from ${name}, who is not in this order. For anyone else, start a new order`,
    },
  ]
}

function oneSample(known: RuleInput, sample: Sample, index: number): Finding[] {
  const at = `/samples/${index}`
  const { document } = known
  const person = document.patients.find((one) => one.key === sample.patient)
  return [
    ...apply(known, `${at}/key`, sample.key, [
      'repeated',
      (key) =>
        document.samples.slice(0, index).some((one) => one.key === key)
          ? 'Another specimen has this key. Give each specimen its own'
          : null,
    ]),
    ...apply(known, `${at}/patient`, sample.patient, [
      'unknown',
      () =>
        person || fetusOf(document, sample.patient)
          ? null
          : 'This specimen does not belong to anyone in this order: choose a person',
    ]),
    ...apply(
      known,
      `${at}/specimenType`,
      sample.specimenType,
      ['required', needed('Specimen type')],
      ['conflicts', () => notDoneOn(known, sample)],
    ),
    ...apply(known, `${at}/tissue`, sample.tissue, [
      'required',
      (tissue) =>
        sample.specimenType === 'Fresh Tissue' && tissue === ''
          ? 'Choose products of conception (POC) or villi: they are prepared differently'
          : null,
    ]),
    ...apply(known, `${at}/approach`, sample.approach, [
      'required',
      (approach) =>
        sample.specimenType === 'CVS' && approach === ''
          ? 'Choose how the villi were collected: transabdominal (TA) or transcervical (TC)'
          : null,
    ]),
    ...dateOfCollection(known, sample, `${at}/dateOfCollection`, person?.dateOfBirth ?? ''),
  ]
}

/**
 * If a person has several specimens, each must suit at least one test, and each test needs one that suits it.
 */
function notDoneOn({ document, tests }: RuleInput, { patient, specimenType: type }: Sample): string | null {
  const suits = (test: OrderableTest, one: string) => test.specimens.some((specimen) => specimen === one)
  const ofPerson = samplesOf(document, patient)
  const useful = tests.some((test) => suits(test, type))
  const refused = tests.find(
    (test) => !suits(test, type) && !(useful && ofPerson.some((other) => suits(test, other.specimenType))),
  )
  return refused ? `${refused.testName} cannot be done on ${type}. Use ${refused.specimens.join(', ')}` : null
}

function dateOfCollection(known: RuleInput, sample: Sample, path: string, born: string): Finding[] {
  const { specimenType: type, dateOfCollection: collected } = sample
  const wrong = apply(
    known,
    path,
    collected,
    ['date', ifGiven(pastDate('Date of collection'))],
    [
      'before-birth',
      (value) =>
        value !== '' && readIsoDate(born) && value < born && !PRENATAL.includes(type)
          ? 'The date of collection is before the date of birth: check both'
          : null,
    ],
  )
  const tooOld = daysTooOld(type, collected, known.today)
  if (wrong.length > 0 || type === '' || tooOld === 0) return wrong
  const over = tooOld === 1 ? 'one day' : `${tooOld} days`
  return [
    {
      path,
      rule: 'specimen-old',
      message: `${type} can be used for ${SPECIMEN_LIFE_DAYS[type]} days; this specimen is ${over} older. Collect a new one, or give a reason to send this one`,
      // Another date makes it a new warning.
      warningAbout: `${sample.key} ${collected}`,
    },
  ]
}
