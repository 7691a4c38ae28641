import { dayInWords, readIsoDate } from '../../dates/dates.ts'
import { ADDITIVE_WORDS, ROLE_CODES } from '../../specimens/codes.ts'
import type { SpecimenRole } from '../../specimens/details.ts'
import { likeOf } from '../../specimens/own-types.ts'
import { acceptingRows, refusalOf, typesFor } from '../../specimens/requirements.ts'
import { missingRoles, roleOf } from '../../specimens/roles.ts'
import type { PatientKey, Sample } from '../document.ts'
import { samplesOf, whoIs } from '../family.ts'
import { ifGiven, needed, pastDate } from '../field-checks.ts'
import { isOfTested, isPatients, ON_FILE, specimenOnFile, specimensIn } from '../on-file.ts'
import type { Finding } from '../points.ts'
import type { OrderableTest, SpecimenOf } from '../rule-context.ts'
import { fetusOf, isPrenatal, keysInOrder, subjectsOf } from '../subject.ts'
import { bloodHistoryRules } from './blood-history.ts'
import { fetalSpecimenRules } from './fetal-specimens.ts'
import { apply, type RuleInput } from './rule.ts'
import { specimenDetailRules } from './specimen-details.ts'
import { lateArrival, lateInWords } from './specimen-life.ts'

/** Specimens that may have been collected before the patient was born, and DNA extracted from them. */
const PRENATAL: readonly string[] = [
  ...['CVS', 'Amniotic Fluid', 'Fetal Blood', 'Extracted DNA', 'Extracted RNA', 'Cultured Cells'],
  ...['Fetal Tissue', 'Placenta', 'Umbilical Cord'],
]

/** A benefits verification has no specimens, and an add-on needs no new one of the proband. */
export function specimenRules(known: RuleInput): Finding[] {
  return oneErrorPerField([
    ...nothingOfProband(known),
    ...unusableSpecimen(known),
    ...ofAnotherPerson(known),
    ...unsuitedOnFile(known),
    ...neededRoles(known),
    ...known.document.samples.flatMap((sample, index) => oneSample(known, sample, index)),
    ...bloodHistoryRules(known),
    ...fetalSpecimenRules(known),
    ...kitRules(known),
  ])
}

function kitRules({ document, takesKits = true }: RuleInput): Finding[] {
  if (takesKits || document.kits.length === 0) return []
  return [{ path: '/kits', rule: 'not-offered', message: 'Kits cannot be ordered here: remove them' }]
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
      message: `A specimen from ${from} is required: ${
        isPrenatal(document)
          ? 'add it, or remove whoever is not tested'
          : 'relatives’ specimens are only compared with it'
      }`,
    },
  ]
}

/** The laboratory had the specimen when the test was added: it may have rejected it since, or cancelled its order. */
function unusableSpecimen({ document, specimenOf: owner }: RuleInput): Finding[] {
  if (!document.addOn || owner?.unusable === undefined) return []
  return [{ path: ON_FILE, rule: 'unusable', message: owner.unusable.replace(/\.$/, '') }]
}

/** Whoever gave the specimen is tested, and the result is filed for them. */
function ofAnotherPerson({ document, specimenOf: owner }: RuleInput): Finding[] {
  if (!document.addOn || !owner) return []
  if (isOfTested(document, owner)) return afterWithdrawal(owner)
  const tested = subjectsOf(document)
  const name = `${owner.firstName} ${owner.lastName}`.trim()
  const from = owner.fetus === undefined ? name : `${name}’s pregnancy`
  const message = isPatients(document, owner)
    ? `The specimen at the laboratory is from ${from}, and this order is for ${tested.map((key) => whoIs(document, key)).join(' and ')}. Press “Add a test” at the specimen of whoever is tested`
    : `The specimen at the laboratory is from ${from}, who is not the patient of this order. For anyone else, start a new order, or press “Add a test” at their specimen`
  return [{ path: ON_FILE, rule: 'conflicts', message }]
}

/** Whoever withdrew a consent may have had the specimen destroyed, and is asked anew for another test of it. */
function afterWithdrawal({ firstName, lastName, withdrawn }: SpecimenOf): Finding[] {
  if (!withdrawn) return []
  const name = `${firstName} ${lastName}`.trim()
  return [
    {
      ...{ path: ON_FILE, rule: 'withdrawn', warningAbout: withdrawn.on },
      message: `${name} withdrew consents in the order of this specimen on ${dayInWords(withdrawn.on)}: ${withdrawn.titles.join(', ')}. Do not order on this specimen unless ${name} has consented again and the laboratory confirms it still has it. If so, enter that as the reason`,
    },
  ]
}

/**
 * What a new specimen would be refused for needs a reason here: the laboratory has it, may have DNA of it, and may have
 * confirmed that it suffices. A reanalysis needs its data only.
 */
function unsuitedOnFile(known: RuleInput): Finding[] {
  const { document, specimenOf: owner, tests } = known
  const sample = specimenOnFile(document, owner)
  if (!sample || sample.specimenType === '' || document.addOn?.kind === 'reanalysis') return []
  const { specimenType: type, additive = '', state = '' } = sample
  return notDoneOn(known, sample, roleOf(document, sample, tests)).map(({ test, why, use }) => {
    const instead = `Start a new order with ${use === '' ? 'another specimen' : use}`
    const message = `${why}. ${instead}, or enter as the reason that the laboratory agreed to use this one (name, date)`
    const about = [sample.key, test.code, type, additive, state].filter(Boolean).join(' ')
    return { path: ON_FILE, rule: 'specimen-unsuited', message, warningAbout: about }
  })
}

function oneSample(known: RuleInput, sample: Sample, index: number): Finding[] {
  const at = `/samples/${index}`
  const { document } = known
  const person = document.patients.find((one) => one.key === sample.patient)
  const role = roleOf(document, sample, known.tests)
  const like = likeOf(sample.specimenType, known.tests)
  return [
    ...apply(
      known,
      `${at}/key`,
      sample.key,
      [
        'repeated',
        (key) =>
          document.samples.slice(0, index).some((one) => one.key === key)
            ? 'Another specimen has this key. Give each specimen its own'
            : null,
      ],
      [
        'format',
        (key) =>
          key.length <= LONGEST_KEY && KEY.test(key)
            ? null
            : `The key of a specimen has at most ${LONGEST_KEY} letters, digits and hyphens, and does not end like a recollection’s, -r1`,
      ],
    ),
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
      ['conflicts', () => refusalInWords(notDoneOn(known, sample, role)[0] ?? null)],
    ),
    ...apply(known, `${at}/tissue`, sample.tissue, [
      'required',
      (tissue) =>
        like === 'Fresh Tissue' && tissue === ''
          ? 'Choose products of conception (POC) or villi: they are prepared differently'
          : null,
    ]),
    ...apply(known, `${at}/approach`, sample.approach, [
      'required',
      (approach) =>
        like === 'CVS' && approach === ''
          ? 'Choose how the villi were collected: transabdominal (TA) or transcervical (TC)'
          : null,
    ]),
    ...dateOfCollection(known, { sample, role, path: `${at}/dateOfCollection` }, person?.dateOfBirth ?? ''),
    ...specimenDetailRules(known, { sample, index, role }),
  ]
}

interface Refusal {
  test: OrderableTest
  why: string
  /** What to use; '' if the catalogue gives a reason of its own. */
  use: string
}

function refusalInWords(refusal: Refusal | null): string | null {
  if (!refusal) return null
  const { why, use } = refusal
  return use === '' ? why : `${why}. Use ${use}`
}

/**
 * If a person has several specimens, each must suit at least one test, and each test needs one that suits it.
 * A specimen for a special role concerns only the tests whose catalogue entry has that role, if there are any.
 */
function notDoneOn(known: RuleInput, sample: Sample, role: SpecimenRole): Refusal[] {
  const { document, tests } = known
  const reason = (test: OrderableTest, one: Sample) => refusalOf(test, one, roleOf(document, one, tests))
  const ofRole = isSpecial(role) ? tests.filter((test) => acceptingRows(test, role).length > 0) : []
  const concerned = ofRole.length > 0 ? ofRole : tests
  const ofPerson = specimensOf(known, sample.patient)
  const useful = concerned.some((test) => reason(test, sample) === null)
  return concerned.flatMap((test) => {
    const why = reason(test, sample)
    if (why === null || (useful && ofPerson.some((other) => reason(test, other) === null))) return []
    return why
      ? [{ test, why: `${test.testName} cannot be done on this specimen: ${why}`, use: '' }]
      : [{ test, ...notListed(test, sample, role) }]
  })
}

/** A person's specimens, new and on file. */
function specimensOf({ document, specimenOf: owner }: RuleInput, key: PatientKey): Sample[] {
  return samplesOf({ samples: specimensIn(document, owner) }, key)
}

function isSpecial(role: SpecimenRole): boolean {
  return role !== 'Proband' && role !== 'Relative'
}

/** The test's list without the specimen, or without its additive or state. */
function notListed(test: OrderableTest, sample: Sample, role: SpecimenRole): Pick<Refusal, 'why' | 'use'> {
  const { specimenType: type } = sample
  const types = typesFor(test, role)
  const as = isSpecial(role) ? ` as ${role.toLowerCase()}` : ''
  if (type === '' || !types.includes(type))
    return { why: `${test.testName} cannot be done on ${type}${as}`, use: types.join(', ') }
  const listed = acceptingRows(test, role)
    .filter((row) => row.type === type)
    .map(({ additive, state }) =>
      [additive && ADDITIVE_WORDS[additive].toLowerCase(), state.toLowerCase()].filter(Boolean).join(', '),
    )
  return {
    why: `${test.testName} is done on ${type}${as} of another kind`,
    use: [...new Set(listed)].join(', or '),
  }
}

/** A test may need a second specimen, such as the normal of a tumor. */
function neededRoles({ document, tests, specimenOf: owner }: RuleInput): Finding[] {
  const samples = specimensIn(document, owner)
  if (samples.length === 0 || document.addOn?.kind === 'reanalysis') return []
  const instead = document.addOn
    ? 'Start a new order with both, or enter as the reason that the laboratory has one (its number)'
    : 'Add it, or give a reason to go ahead without'
  return missingRoles({ ...document, samples }, tests).map(({ test, role }) => ({
    path: document.addOn ? ON_FILE : '/samples',
    rule: 'role-missing',
    message: `${test.testName} also needs a ${role.toLowerCase()} specimen: ${typesFor(test, role).join(', ')}. ${instead}`,
    warningAbout: `${test.code} ${ROLE_CODES[role]}`,
  }))
}

/** The key becomes part of the number on the label and in messages, whose `-r1` means a recollection. */
const KEY = /^(?!.*-r\d+$)[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/
const LONGEST_KEY = 16

interface Collected {
  sample: Sample
  role: SpecimenRole
  path: string
}

function dateOfCollection(known: RuleInput, { sample, role, path }: Collected, born: string): Finding[] {
  const { specimenType: type, dateOfCollection: collected } = sample
  const wrong = apply(
    known,
    path,
    collected,
    ['date', ifGiven(pastDate('Date of collection'))],
    [
      'before-birth',
      (value) =>
        value !== '' && readIsoDate(born) && value < born && !PRENATAL.includes(likeOf(type, known.tests))
          ? 'The date of collection is before the date of birth: check both'
          : null,
    ],
  )
  const { tests, today } = known
  const late = wrong.length > 0 || type === '' ? null : lateArrival({ sample, role, tests, today })
  if (!late) return wrong
  return [
    {
      path,
      rule: 'specimen-old',
      message: lateInWords(type, late, today),
      // Another date makes it a new warning.
      warningAbout: [sample.key, collected, ...(late.arrival === today ? [] : [late.arrival])].join(' '),
    },
  ]
}
