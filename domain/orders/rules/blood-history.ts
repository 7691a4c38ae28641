import { dayInWords, isIsoDate } from '../../dates/dates.ts'
import type { SpecimenType } from '../../lookups.ts'
import type { BloodHistoryNeeds, Need } from '../../specimens/blood-history-needs.ts'
import type { BloodHistory } from '../../specimens/details.ts'
import { likeOf } from '../../specimens/own-types.ts'
import { roleOf } from '../../specimens/roles.ts'
import type { Patient, Sample } from '../document.ts'
import { samplesOf, whoIs } from '../family.ts'
import { type Check, ifGiven, pastDate } from '../field-checks.ts'
import { ON_FILE, specimenPath, specimensIn } from '../on-file.ts'
import type { Finding } from '../points.ts'
import type { OrderableTest } from '../rule-context.ts'
import { subjectsOf } from '../subject.ts'
import { apply, type RuleInput } from './rule.ts'

/** Specimens whose DNA comes from white blood cells, so that it is the donor's after a transplant of marrow. */
const OF_BLOOD_CELLS: readonly string[] = [
  'Blood',
  'Buccal Swab',
  'Buccal Smear',
  'Saliva',
  'Dried Blood Spot',
  'Blood in Streck Tube',
  'Blood in PAXgene Tube',
  'Plasma',
  'Bone Marrow',
  'Bone Marrow Aspirate',
] satisfies SpecimenType[]
/** Nobody knows from the type what it was extracted from. */
const EXTRACTED: readonly string[] = ['Extracted DNA', 'Extracted RNA'] satisfies SpecimenType[]

/** `judged`: not asked, but an answer that somebody gave is judged. */
type JudgedNeeds = Omit<BloodHistoryNeeds, 'transfusion' | 'transplant' | 'bloodCancer'> &
  Record<'transfusion' | 'transplant' | 'bloodCancer', Need | 'judged'>
type TestWithNeeds = Omit<OrderableTest, 'bloodHistory'> & { bloodHistory: JudgedNeeds }

/**
 * Of a test whose catalogue entry says nothing of blood: it asks nothing, but what the clinic knows is judged, since any
 * specimen of blood cells may hold a donor's DNA. It refuses nothing, as it has not said what it takes instead.
 */
const UNSTATED: JudgedNeeds = {
  ...{ transfusion: 'judged', transfusionDays: 14, transfusionRefused: false },
  ...{ transplant: 'judged', transplantAdmitted: true, bloodCancer: 'judged', instead: [] },
}

/** Transfusion, transplant and blood cancer of everybody whose specimen is taken. */
export function bloodHistoryRules(known: RuleInput): Finding[] {
  const relevantTests = known.tests.map(
    ({ bloodHistory = UNSTATED, ...test }): TestWithNeeds => ({ ...test, bloodHistory }),
  )
  return known.document.patients.flatMap((patient, index) => {
    const at = `/patients/${index}/bloodHistory`
    const dates = dateRules(known, patient.bloodHistory ?? {}, at)
    const specimens = specimensIn(known.document, known.specimenOf)
    const samples = samplesOf({ samples: specimens }, patient.key)
    if (relevantTests.length === 0 || samples.length === 0) return dates
    const of = { patient, at, history: patient.bloodHistory ?? {}, relevantTests }
    return [...dates, ...questions(known, of), ...samples.flatMap((sample) => ofSample(known, of, sample))]
  })
}

interface Person {
  patient: Patient
  /** Where their answers are. */
  at: string
  history: BloodHistory
  relevantTests: readonly TestWithNeeds[]
}

function dateRules(known: RuleInput, history: BloodHistory, at: string): Finding[] {
  const past = (name: string): Check<string> => ['date', ifGiven(pastDate(name))]
  return [
    ...apply(known, `${at}/transfusedOn`, history.transfusedOn ?? '', past('Date of transfusion')),
    ...apply(known, `${at}/transplantedOn`, history.transplantedOn ?? '', past('Date of transplant')),
  ]
}

const QUESTIONS = [
  ['transfusion', 'whether they had a transfusion'],
  ['transplant', 'whether they had a transplant'],
  ['bloodCancer', 'whether they have an active leukemia or lymphoma'],
] as const

/** Only the patient must answer what a test requires; relatives are compared with them. */
function questions({ document }: RuleInput, { patient, at, history, relevantTests }: Person): Finding[] {
  const isPatient = subjectsOf(document).includes(patient.key)
  const who = whoIs(document, patient.key)
  return QUESTIONS.flatMap(([name, words]): Finding[] => {
    const needs = (need: Need) => relevantTests.some((test) => test.bloodHistory[name] === need)
    const path = `${at}/${name}`
    const answer = history[name] ?? ''
    if (answer === '' && isPatient && needs('required'))
      return [{ path, rule: 'required', message: `Answer for ${who} ${words}; “Unknown” is an answer` }]
    if (answer !== 'Unknown' || !(needs('required') || needs('asked'))) return []
    const message = `It is unknown for ${who} ${words}. Find out, or give a reason to go ahead`
    return [{ path, rule: `${name.toLowerCase()}-unknown`, message, warningAbout: patient.key }]
  })
}

function ofSample(known: RuleInput, person: Person, sample: Sample): Finding[] {
  const { document, tests } = known
  // A tumor is tested for what it acquired, not for what was inherited.
  if (roleOf(document, sample, tests) === 'Tumor') return []
  const path = specimenPath(document, sample, 'specimenType')
  const found = { ...person, sample, path, like: likeOf(sample.specimenType, tests) }
  return [...afterTransplant(found), ...afterTransfusion(found), ...withBloodCancer(found)]
}

interface Found extends Person {
  sample: Sample
  /** Ours, whose rules hold for its type. */
  like: SpecimenType | ''
  path: string
}

/** What the laboratory has already is used; another one takes a new order. */
const doing = ({ path }: Pick<Found, 'path'>) =>
  path === ON_FILE ? { use: 'Start a new order with', send: 'use' } : { use: 'Use', send: 'send' }

/** A specimen collected before the day is the person's own; without one of the dates it may be later. */
function isBefore({ dateOfCollection: collected }: Sample, day: string): boolean {
  return isIsoDate(collected) && isIsoDate(day) && collected < day
}

/** What to send in place of blood, by the tests that ask: '' if none says so. */
function insteadOf(tests: readonly TestWithNeeds[]): string {
  const all = [...new Set(tests.flatMap((test) => test.bloodHistory.instead))]
  return all.join(' or ').toLowerCase()
}

function afterTransplant(found: Found): Finding[] {
  const { history, relevantTests, sample, path, patient, like } = found
  const { use, send } = doing(found)
  const { transplant, transplantedOn = '' } = history
  const tests = relevantTests.filter((test) => test.bloodHistory.transplant !== 'no')
  const { specimenType: type } = sample
  if (tests.length === 0 || isBefore(sample, transplantedOn)) return []
  if (transplant === 'Organ' && OF_BLOOD_CELLS.includes(like))
    return [
      {
        path,
        rule: 'transplant-of-organ',
        message: `${type} may contain cells of the donor after an organ transplant. Call the laboratory, or give a reason to ${send} it`,
        warningAbout: `${sample.key} ${patient.key}`,
      },
    ]
  if (transplant !== 'Allogeneic') return []
  const instead = insteadOf(tests)
  const what = instead === '' ? 'a specimen without blood cells' : instead
  if (EXTRACTED.includes(like))
    return [
      {
        path,
        rule: 'donor-cells',
        message: `${type} from blood, saliva or a buccal swab is the donor’s after an allogeneic transplant. ${use} ${what}, or give as reason what it was extracted from`,
        warningAbout: `${sample.key} ${patient.key}`,
      },
    ]
  if (!OF_BLOOD_CELLS.includes(like)) return []
  const isDated = isIsoDate(transplantedOn) && isIsoDate(sample.dateOfCollection)
  const advice = `${use} ${what}, or a specimen from before the transplant${isDated ? '' : ', and enter both dates'}`
  const message = `After an allogeneic transplant, ${type.toLowerCase()} contains the donor’s DNA. ${advice}`
  const admitted = tests.every((test) => test.bloodHistory.transplantAdmitted)
  if (!admitted) return [{ path, rule: 'donor-cells', message }]
  const about = `${sample.key} ${patient.key}`
  return [
    {
      path,
      rule: 'donor-cells',
      message: `${message}, or enter as the reason that the laboratory agreed to accept it (name, date)`,
      warningAbout: about,
    },
  ]
}

function afterTransfusion({ history, relevantTests, sample, path, like }: Found): Finding[] {
  const { transfusion, transfusedOn = '', transfusionProduct, leukoreduced, immunityNormal } = history
  const { specimenType: type, dateOfCollection: collected, key } = sample
  if (transfusion !== 'Yes' || !OF_BLOOD_CELLS.includes(like) || isBefore(sample, transfusedOn)) return []
  // Without white cells, and removed by the person's own immune system: no donor DNA is left (see the decision).
  const harmless = leukoreduced === 'Yes' && immunityNormal === 'Yes' && transfusionProduct !== 'Exchange'
  const daysSince =
    isIsoDate(collected) && isIsoDate(transfusedOn)
      ? (Date.parse(collected) - Date.parse(transfusedOn)) / 86_400_000
      : 0
  const tests = relevantTests.filter(
    ({ bloodHistory: needs }) => needs.transfusion !== 'no' && daysSince < needs.transfusionDays,
  )
  const refusing = tests.find((test) => test.bloodHistory.transfusionRefused)
  const [test] = refusing ? [refusing] : tests
  if (!test || (harmless && !refusing)) return []
  const { transfusionDays: days } = test.bloodHistory
  const [when, collect] = isIsoDate(transfusedOn)
    ? [
        `until ${dayInWords(later(transfusedOn, days))} (${days} days after transfusion)`,
        'on or after that date',
      ]
    : [`for ${days} days after transfusion`, 'after that']
  const instead =
    path === ON_FILE
      ? `Start a new order with a specimen collected ${collect}, or a pre-transfusion one`
      : `Collect ${collect}, or send a pre-transfusion specimen and enter its collection date`
  const message = `${type} may contain donor DNA ${when}. ${instead}`
  if (refusing) return [{ path, rule: 'transfusion', message }]
  return [
    {
      path,
      rule: 'transfusion',
      message: `${message}, or give a reason to go ahead`,
      warningAbout: `${key} ${transfusedOn} ${collected}`,
      usualReasons: [
        'A dried blood spot from before the transfusion is used',
        'Discussed with the laboratory',
      ],
    },
  ]
}

function later(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

function withBloodCancer(found: Found): Finding[] {
  const { history, relevantTests, sample, path, patient, like } = found
  const { use, send } = doing(found)
  const tests = relevantTests.filter((test) => test.bloodHistory.bloodCancer !== 'no')
  const { specimenType: type } = sample
  if (history.bloodCancer !== 'Yes' || tests.length === 0 || !OF_BLOOD_CELLS.includes(like)) return []
  const instead = insteadOf(tests)
  return [
    {
      path,
      rule: 'blood-cancer',
      message: `${type} may show the variants of the blood cancer in place of inherited ones. ${use} ${instead === '' ? 'a specimen without blood cells' : instead}, or give a reason to ${send} it`,
      warningAbout: `${sample.key} ${patient.key}`,
    },
  ]
}
