import { isIsoDate, readIsoDate } from '../../dates/dates.ts'
import type { Sample } from '../document.ts'
import { samplesOf, whoIs } from '../family.ts'
import { gestationalDays, knownDueDate, weeksAndDays } from '../gestational-age.ts'
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
  return known.document.samples.flatMap((sample, index) => {
    const at = `/samples/${index}`
    return fetusOf(known.document, sample.patient)
      ? [...ofFetus(known, sample, at), ...contamination(known, sample, at), ...collected(known, sample, at)]
      : [...ofPerson(known, sample, at), ...collected(known, sample, at)]
  })
}

function ofFetus({ document }: RuleInput, { specimenType: type, patient }: Sample, at: string): Finding[] {
  const isLoss = document.pregnancy?.outcome === 'Ended'
  if (!OF_BORN.includes(type) || (isLoss && type === 'Blood')) return []
  const message = `${type} is not collected from ${whoIs(document, patient)}: choose another specimen, or add it as ${whoIs(document, document.patients[0]?.key ?? '')}’s`
  return [{ path: `${at}/specimenType`, rule: 'fetal', message }]
}

/** Villi of a living person are stored from before birth; a mother's villi are her fetus's. */
function ofPerson({ document }: RuleInput, sample: Sample, at: string): Finding[] {
  const { specimenType: type, dateOfCollection: day, patient: key } = sample
  const person = document.patients.find((one) => one.key === key)
  if (!person || !FETAL.includes(type)) return []
  if (isPrenatal(document) && person === document.patients[0]) {
    const message = `${type} is a specimen of the fetus: add it there`
    return [{ path: `${at}/specimenType`, rule: 'fetal', message }]
  }
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

/** The age of the pregnancy when a specimen was collected: impossible, or unusual for the specimen and test. */
function collected(
  known: RuleInput,
  { specimenType: type, dateOfCollection: day, key, patient }: Sample,
  at: string,
) {
  const { document, tests } = known
  const { pregnancy } = document
  const isOfPregnancy = fetusOf(document, patient) !== null || patient === document.patients[0]?.key
  if (!pregnancy || !isOfPregnancy || !isIsoDate(day)) return []
  const path = `${at}/dateOfCollection`
  const impossible =
    pregnancy.outcome === 'Ongoing' && fetusOf(document, patient)
      ? apply(known, path, day, ['gestational-age', (value) => impossibleAge(pregnancy, value)])
      : []
  const days = gestationalDays(knownDueDate(pregnancy), day)
  if (impossible.length > 0 || days === null) return impossible
  const found = tests
    .flatMap((test) => (test.subjects?.gestation ?? []).map((limits) => ({ test, limits })))
    .find(
      ({ limits: { specimen, from, to } }) =>
        specimen === type && ((from !== null && days < from) || (to !== null && days > to)),
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
