import { isIsoDate } from '../../dates/dates.ts'
import { isTimeOfDay, isTimeZone } from '../../specimens/clock.ts'
import { amountInWords } from '../../specimens/codes.ts'
import type { SpecimenRole } from '../../specimens/details.ts'
import { leastFor } from '../../specimens/least.ts'
import { requirementFor } from '../../specimens/requirements.ts'
import type { Sample } from '../document.ts'
import { type Check, ifGiven, matches } from '../field-checks.ts'
import type { Finding } from '../points.ts'
import { ageWords } from '../test-subjects.ts'
import { apply, type RuleInput } from './rule.ts'

const positive = (message: string) =>
  ifGiven((value) => (/^\d{1,6}(\.\d{1,3})?$/.test(value) && Number(value) > 0 ? null : message))

/** What is known of a specimen besides its type and date. */
export function specimenDetailRules(
  known: RuleInput,
  { sample, index, role }: { sample: Sample; index: number; role: SpecimenRole },
): Finding[] {
  const at = `/samples/${index}`
  const { amount = '', amountUnit = '', tubes = '', concentration = '', tumorPercent = '' } = sample
  return [
    ...apply(known, `${at}/amount`, amount, [
      'number',
      positive('Enter the amount as a number such as 3 or 0.5'),
    ]),
    ...apply(known, `${at}/amountUnit`, amountUnit, [
      'required',
      (unit) => (amount !== '' && unit === '' ? 'Choose the unit of the amount' : null),
    ]),
    ...apply(known, `${at}/tubes`, tubes, [
      'number',
      ifGiven(matches(/^[1-9]\d?$/, 'Enter the number of tubes, from 1 to 99')),
    ]),
    ...timeRules(known, sample, at),
    ...apply(known, `${at}/arrivesOn`, sample.arrivesOn ?? '', ...arrivalChecks(sample)),
    ...apply(known, `${at}/parent`, sample.parent ?? '', ...parentChecks(known, sample)),
    ...apply(known, `${at}/concentration`, concentration, [
      'number',
      positive('Enter the concentration in ng/µL as a number such as 50'),
    ]),
    ...apply(known, `${at}/tumorPercent`, tumorPercent, [
      'number',
      ifGiven(
        matches(/^(\d{1,2}(\.\d{1,2})?|100)$/, 'Enter the share of tumor nuclei in percent, from 0 to 100'),
      ),
    ]),
    ...extraction(known, sample, at),
    ...tooLittle(known, sample, role, at),
  ]
}

function timeRules(known: RuleInput, sample: Sample, at: string): Finding[] {
  const { timeOfCollection: time = '', timeZone = '', dateOfCollection } = sample
  return [
    ...apply(
      known,
      `${at}/timeOfCollection`,
      time,
      [
        'time',
        ifGiven((value) =>
          isTimeOfDay(value) ? null : 'Enter the time as hours and minutes, such as 14:05',
        ),
      ],
      [
        'conflicts',
        ifGiven(() => (dateOfCollection === '' ? 'Enter the date of collection with the time' : null)),
      ],
    ),
    ...apply(
      known,
      `${at}/timeZone`,
      timeZone,
      [
        'required',
        (zone) => (time !== '' && zone === '' ? 'Enter the time zone of the time of collection' : null),
      ],
      [
        'zone',
        ifGiven((zone) =>
          isTimeZone(zone) ? null : `${zone} is not a time zone. Enter one such as America/New_York`,
        ),
      ],
    ),
  ]
}

function arrivalChecks({ dateOfCollection: collected }: Sample): Check<string>[] {
  return [
    ['date', ifGiven((value) => (isIsoDate(value) ? null : 'Expected arrival: enter a valid date'))],
    [
      'conflicts',
      ifGiven((value, today) => {
        if (value < today) return 'The expected arrival is in the past: enter the day on which it will arrive'
        return value < collected ? 'The expected arrival is before the date of collection: check both' : null
      }),
    ],
  ]
}

function parentChecks({ document }: RuleInput, sample: Sample): Check<string>[] {
  return [
    [
      'unknown',
      ifGiven((key) => {
        const parent = document.samples.find((one) => one.key === key)
        if (parent === sample || isMadeFrom(document.samples, parent, sample.key))
          return 'A specimen cannot be made from itself'
        return parent?.patient === sample.patient
          ? null
          : 'Choose a specimen of the same person in this order that it was made from'
      }),
    ],
  ]
}

/** Whether `one` was made from the specimen with this key, or from one that was, in any number of steps. */
function isMadeFrom(samples: readonly Sample[], one: Sample | undefined, key: string): boolean {
  const seen = new Set<Sample>()
  for (let at = one; at?.parent && !seen.has(at); ) {
    if (at.parent === key) return true
    seen.add(at)
    const { parent } = at
    at = samples.find((other) => other.key === parent)
  }
  return false
}

/** DNA is taken from accredited laboratories; from another with the laboratory's consent, which is the reason. */
function extraction(known: RuleInput, sample: Sample, at: string): Finding[] {
  const { extractedBy = '', accreditation = '', key } = sample
  if (extractedBy.trim() === '')
    return apply(known, `${at}/extractedBy`, extractedBy, [
      'required',
      () => (accreditation.trim() === '' ? null : 'Name the laboratory that has this accreditation'),
    ])
  if (accreditation.trim() !== '') return []
  return [
    {
      path: `${at}/accreditation`,
      rule: 'accreditation',
      message: `Enter the CLIA number or equivalent accreditation of ${extractedBy.trim()}, or enter as the reason that the laboratory agreed to accept it (name, date)`,
      warningAbout: key,
    },
  ]
}

function tooLittle(known: RuleInput, sample: Sample, role: SpecimenRole, at: string): Finding[] {
  const { amount = '', amountUnit = '', key } = sample
  const born = known.document.patients.find((person) => person.key === sample.patient)?.dateOfBirth ?? ''
  const on = sample.dateOfCollection || known.today
  const short = known.tests.flatMap((test) => {
    const row = requirementFor(test, sample, role)
    if (row?.unit !== amountUnit || !(Number(amount) > 0)) return []
    const { least, underAge } = leastFor(row, { born, on })
    return least !== null && Number(amount) < least ? [{ test, least, underAge, unit: row.unit }] : []
  })
  const [most] = short.toSorted((one, other) => other.least - one.least)
  if (!most) return []
  return [
    {
      path: `${at}/amount`,
      rule: 'specimen-small',
      message: `${most.test.testName} needs at least ${amountInWords(most.least, most.unit)}${most.underAge && ` under ${ageWords(most.underAge)}`}. Collect more, or give a reason to send this specimen`,
      warningAbout: `${key} ${amount}`,
    },
  ]
}
