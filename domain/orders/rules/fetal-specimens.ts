import { daysAfter } from '../../consent/law.ts'
import { isIsoDate, readIsoDate } from '../../dates/dates.ts'
import { likeOf } from '../../specimens/own-types.ts'
import type { Patient, Sample } from '../document.ts'
import { samplesOf, whoIs } from '../family.ts'
import { gestationalDays, knownDueDate, weeksAndDays } from '../gestational-age.ts'
import { ON_FILE, specimenOnFile } from '../on-file.ts'
import type { Finding } from '../points.ts'
import { fetusOf, isPrenatal } from '../subject.ts'
import { impossibleAge } from './pregnancy.ts'
import { apply, type RuleInput } from './rule.ts'

/** Specimens of fetal origin: a living person's were collected before birth. */
const FETAL: readonly string[] = ['CVS', 'Amniotic Fluid', 'Fetal Blood']
/** Never collected from a fetus; blood of a stillborn child is. */
const OF_BORN: readonly string[] = ['Blood', 'Buccal Swab', 'Saliva', 'Blood in Streck Tube']

/** Specimens of a fetus or a loss, and fetal specimens of persons. */
export function fetalSpecimenRules(known: RuleInput): Finding[] {
  const ofNew = known.document.samples.flatMap((sample, index) => {
    const at = `/samples/${index}`
    const day = collected(known, sample, `${at}/dateOfCollection`)
    return fetusOf(known.document, sample.patient)
      ? [...ofFetus(known, sample, at), ...contamination(known, sample, at), ...day]
      : [...ofPerson(known, sample, at), ...day]
  })
  return [...ofNew, ...ofSpecimenOnFile(known)]
}

/** Its own order says how it is checked for its mother's cells, and judged what it is; the added tests have their own weeks. */
function ofSpecimenOnFile(known: RuleInput): Finding[] {
  const { document, specimenOf: owner } = known
  const sample = specimenOnFile(document, owner)
  if (!sample) return []
  const day = collected(known, sample, ON_FILE)
  if (!fetusOf(document, sample.patient) || sample.contamination?.contaminationPlan) return day
  const message = `Maternal cells in the specimen of ${whoIs(document, sample.patient)} can hide its result, and the order that it came with does not say how this is checked. Enter that as the reason`
  return [{ path: ON_FILE, rule: 'contamination', message, warningAbout: sample.key }, ...day]
}

function ofFetus(
  { document, tests }: RuleInput,
  { specimenType: type, patient }: Sample,
  at: string,
): Finding[] {
  const like = likeOf(type, tests)
  const isLoss = document.pregnancy?.outcome === 'Ended'
  if (!OF_BORN.includes(like) || (isLoss && like === 'Blood')) return []
  const message = `${type} is not collected from ${whoIs(document, patient)}: choose another specimen, or add it as ${whoIs(document, document.patients[0]?.key ?? '')}’s`
  return [{ path: `${at}/specimenType`, rule: 'fetal', message }]
}

/** Villi of a living person are stored from before birth; a mother's villi are her fetus's. */
function ofPerson(known: RuleInput, sample: Sample, at: string): Finding[] {
  const { document } = known
  const { specimenType: type, dateOfCollection: day, patient: key } = sample
  const person = document.patients.find((one) => one.key === key)
  if (!person) return []
  const like = likeOf(type, known.tests)
  const isLoss = isOfLoss({ ...sample, specimenType: like }, person, known.today)
  if (isPrenatal(document) && person === document.patients[0] && (isLoss || FETAL.includes(like))) {
    const whose = document.pregnancy?.outcome === 'Ended' ? 'pregnancy loss' : 'fetus'
    return [
      {
        path: `${at}/specimenType`,
        rule: 'fetal',
        message: `${type} is a specimen of the ${whose}: add it there`,
      },
    ]
  }
  if (isLoss)
    return [
      {
        path: `${at}/specimenType`,
        rule: 'tissue-of-loss',
        message: `${type} is tissue of a pregnancy, and this order makes its result ${whoIs(document, key)}’s own. Choose “Pregnancy loss” or “Fetus” under who is tested, or give a reason`,
        warningAbout: sample.key,
      },
    ]
  if (!FETAL.includes(like)) return []
  const { dateOfBirth: born } = person
  if (!isIsoDate(day) || !readIsoDate(born) || day <= born) return []
  const message = `${type} is collected before birth, but this date is after ${whoIs(document, key)} was born. To test a fetus, choose “Fetus” under who is tested`
  return [{ path: `${at}/dateOfCollection`, rule: 'after-birth', message }]
}

/** A fetal specimen may hold its mother's cells: a normal female result may be hers. */
function contamination({ document }: RuleInput, sample: Sample, at: string): Finding[] {
  const {
    contaminationPlan: plan = '',
    maternalNumber = '',
    contaminationReason = '',
  } = sample.contamination ?? {}
  const path = `${at}/contamination`
  const error = (name: string, message: string) => [{ path: `${path}/${name}`, rule: 'required', message }]
  const mother = document.patients[0]
  const whose = `${whoIs(document, mother?.key ?? '')}’s`
  switch (plan) {
    case '':
      return [
        {
          path,
          rule: 'contamination',
          message: `Maternal cells in the specimen of ${whoIs(document, sample.patient)} can hide its result. Choose how this is checked, or give a reason`,
          warningAbout: sample.key,
        },
      ]
    case 'sent':
      return mother && samplesOf(document, mother.key).length > 0
        ? []
        : error('contaminationPlan', `Add ${whose} specimen that is sent for the check of maternal cells`)
    case 'on-file':
      return maternalNumber.trim() === ''
        ? error('maternalNumber', `Enter the laboratory’s number of ${whose} specimen on file`)
        : []
    case 'not-needed':
      return contaminationReason.trim() === ''
        ? error('contaminationReason', 'Say why a check of maternal cells is not needed')
        : []
    default:
      return []
  }
}

/** For how many days after birth a child's placenta or umbilical cord may be collected as its own. */
const NEWBORN_DAYS = 28

/** Tissue that nobody who was born has: of a loss, or of a newborn's pregnancy when the person is none. */
function isOfLoss({ specimenType: type, tissue, dateOfCollection }: Sample, person: Patient, today: string) {
  if (type === 'Fetal Tissue' || (type === 'Fresh Tissue' && tissue === 'POC')) return true
  if (type !== 'Placenta' && type !== 'Umbilical Cord') return false
  const { dateOfBirth: born } = person
  const day = isIsoDate(dateOfCollection) ? dateOfCollection : today
  return readIsoDate(born) !== null && isIsoDate(day) && daysAfter(born, NEWBORN_DAYS) < day
}

/** The age of the pregnancy when a specimen was collected: impossible, or unusual for the specimen and test. */
function collected(
  known: RuleInput,
  { specimenType: type, dateOfCollection: day, key, patient }: Sample,
  path: string,
) {
  const { document, tests } = known
  const { pregnancy } = document
  const isOfPregnancy = fetusOf(document, patient) !== null || patient === document.patients[0]?.key
  if (!pregnancy || !isOfPregnancy || !isIsoDate(day)) return []
  const impossible =
    pregnancy.outcome === 'Ongoing' && fetusOf(document, patient)
      ? apply(known, path, day, ['gestational-age', (value) => impossibleAge(pregnancy, value)])
      : []
  const days = gestationalDays(knownDueDate(pregnancy), day)
  if (impossible.length > 0 || days === null) return impossible
  // A loss is collected on any day after it, and never before the pregnancy.
  if (days < 0 && fetusOf(document, patient))
    return apply(known, path, day, ['gestational-age', (value) => impossibleAge(pregnancy, value)])
  const found = tests
    .flatMap((test) => (test.subjects?.gestation ?? []).map((limits) => ({ test, limits })))
    .find(
      ({ limits: { specimen, from, to } }) =>
        (specimen === type || specimen === likeOf(type, tests)) &&
        ((from !== null && days < from) || (to !== null && days > to)),
    )
  if (!found) return []
  const { from, to } = found.limits
  const usual = [
    from === null ? '' : `from ${weeksAndDays(from)}`,
    to === null ? '' : `to ${weeksAndDays(to)}`,
  ]
  return [
    {
      path,
      rule: 'gestational-age',
      message: `The pregnancy was at ${weeksAndDays(days)} weeks that day; ${type} for ${found.test.testName} is usual ${usual.filter(Boolean).join(' ')}. Check the dates, or give a reason`,
      warningAbout: `${key} ${day}`,
    },
  ]
}
