import { readIsoDate } from '../../dates/dates.ts'
import { fetusLabelKey } from '../../reports/fetus-label.ts'
import { ifGiven, needed, pastDate } from '../field-checks.ts'
import {
  gestationalDays,
  knownDueDate,
  LONGEST_DAYS,
  readGestationalAge,
  weeksAndDays,
} from '../gestational-age.ts'
import type { Finding } from '../points.ts'
import { isAssisted, type Pregnancy } from '../pregnancy.ts'
import { apply, type RuleInput } from './rule.ts'

const AT = '/pregnancy'
const DATES = [
  ['lastPeriodOn', 'First day of the last period'],
  ['ultrasoundOn', 'Date of the ultrasound'],
  ['transferOn', 'Date of the embryo transfer'],
  ['statedOn', 'Date of the stated age'],
] as const
const NUMBERS = [
  ['crownRumpLength', 'Enter the length in millimeters, such as 58'],
  ['eggProviderAge', 'Enter the age in years, such as 27'],
] as const

/** The pregnancy, and the fetuses or losses that are tested. */
export function pregnancyRules(known: RuleInput): Finding[] {
  const { pregnancy } = known.document
  if (!pregnancy) return []
  return [
    ...dating(known, pregnancy),
    ...DATES.flatMap(([name, words]) =>
      apply(known, `${AT}/${name}`, pregnancy[name], ['date', ifGiven(pastDate(words))]),
    ),
    ...NUMBERS.flatMap(([name, words]) =>
      apply(known, `${AT}/${name}`, pregnancy[name], ['number', ifGiven(numeric(words))]),
    ),
    ...(pregnancy.outcome === 'Ended' ? ending(known, pregnancy) : []),
    ...several(pregnancy),
    ...pregnancy.fetuses.flatMap((_, index) => oneFetus(known, pregnancy, index)),
    ...fewerSampled(known, pregnancy),
  ]
}

const numeric = (message: string) => (value: string) =>
  /^\d{1,3}([.,]\d)?$/.test(value.trim()) ? null : message

/** The due date dates the pregnancy; a stated age, or that nothing is known, may take its place. */
function dating(known: RuleInput, pregnancy: Pregnancy): Finding[] {
  const { dueDate, statedAge, statedOn, outcome } = pregnancy
  const needsDate = outcome === 'Ongoing' && !known.document.isVOB && pregnancy.dating !== 'Unknown'
  return [
    ...apply(
      known,
      `${AT}/dueDate`,
      dueDate,
      [
        'required',
        (value) =>
          needsDate && value.trim() === '' && knownDueDate(pregnancy) === ''
            ? 'Due date is required: the gestational age is computed from it. If it is not known, choose “Unknown” as dating method'
            : null,
      ],
      [
        'date',
        (value) => (value.trim() !== '' && !readIsoDate(value) ? 'Due date: enter a valid date' : null),
      ],
      ['gestational-age', (_, today) => (outcome === 'Ongoing' ? impossibleAge(pregnancy, today) : null)],
    ),
    ...apply(known, `${AT}/statedAge`, statedAge, [
      'gestational-age',
      ifGiven((value) =>
        readGestationalAge(value) === null ? 'Enter the age in weeks and days, such as 12+3' : null,
      ),
    ]),
    ...apply(known, `${AT}/statedOn`, statedOn, [
      'required',
      (value) =>
        statedAge.trim() !== '' && value.trim() === ''
          ? 'Enter the day on which the pregnancy was that old'
          : null,
    ]),
    ...(pregnancy.dating === 'LMP' && isAssisted(pregnancy)
      ? [
          {
            path: `${AT}/dating`,
            rule: 'dating',
            message:
              'An assisted conception is dated by the embryo’s age and the day of transfer, not by the last period. Choose “Embryo transfer”, or give a reason',
            warningAbout: `LMP ${pregnancy.conception}`,
          },
        ]
      : []),
  ]
}

/** Why a pregnancy can't be that old on `day`; null if it can, or if its age is not known. */
export function impossibleAge(pregnancy: Pregnancy, day: string): string | null {
  const days = gestationalDays(knownDueDate(pregnancy), day)
  if (days === null || (days >= 0 && days <= LONGEST_DAYS)) return null
  return days < 0
    ? 'By this due date the pregnancy had not begun: check both dates'
    : `By this due date the pregnancy was at ${weeksAndDays(days)} weeks: check both dates`
}

function ending(known: RuleInput, pregnancy: Pregnancy): Finding[] {
  if (known.document.isVOB) return []
  return [
    ...apply(
      known,
      `${AT}/endedOn`,
      pregnancy.endedOn,
      ['required', needed('The day the pregnancy ended')],
      ['date', pastDate('The day the pregnancy ended')],
      ['gestational-age', (value) => impossibleAge(pregnancy, value)],
    ),
    ...apply(known, `${AT}/ending`, pregnancy.ending, [
      'required',
      (value) => (value === '' ? 'Choose how the pregnancy ended' : null),
    ]),
  ]
}

/** How many there are, and which placentas they share. */
function several({ fetuses, fetusCount, chorionicity }: Pregnancy): Finding[] {
  const count = Math.max(fetusCount ?? 0, fetuses.length)
  return [
    ...(fetusCount !== null && fetuses.length > fetusCount
      ? [
          {
            path: `${AT}/fetusCount`,
            rule: 'conflicts',
            message: `${fetuses.length} fetuses are tested, but the pregnancy has ${fetusCount}: check both`,
          },
        ]
      : []),
    ...(count > 1 && chorionicity === ''
      ? [
          {
            path: `${AT}/chorionicity`,
            rule: 'chorionicity',
            message:
              'Whether the fetuses share a placenta decides if one specimen is enough. Choose the chorionicity, or give a reason to leave it open',
            warningAbout: String(count),
          },
        ]
      : []),
  ]
}

function oneFetus(known: RuleInput, { fetuses, outcome }: Pregnancy, index: number): Finding[] {
  const fetus = fetuses[index]
  if (!fetus) return []
  const [one, several] = outcome === 'Ended' ? ['pregnancy loss', 'pregnancy losses'] : ['fetus', 'fetuses']
  const at = `${AT}/fetuses/${index}`
  const earlier = fetuses.slice(0, index)
  const label = fetusLabelKey(fetus.label)
  return [
    ...apply(known, `${at}/key`, fetus.key, [
      'repeated',
      (key) =>
        [...earlier, ...known.document.patients].some((one) => one.key === key)
          ? 'Another person or fetus has this key. Give each its own'
          : null,
    ]),
    ...apply(
      known,
      `${at}/label`,
      fetus.label,
      ['required', (value) => (value.trim() === '' ? `Give the ${one} a label, such as A` : null)],
      [
        'format',
        (value) =>
          label === '' || value.includes(',')
            ? `Give the ${one} a label of letters or digits without a comma, such as A: its result is found by it`
            : null,
      ],
      [
        'repeated',
        () =>
          earlier.some((one) => fetusLabelKey(one.label) === label)
            ? `Two ${several} have the label ${fetus.label.trim()}: their results could not be told apart`
            : null,
      ],
    ),
    ...apply(known, `${at}/nuchalTranslucency`, fetus.nuchalTranslucency, [
      'number',
      ifGiven(numeric('Enter the nuchal translucency in millimeters, such as 3.2')),
    ]),
  ]
}

/** Fetuses with placentas of their own are not identical for certain: one’s result says nothing of the other. */
function fewerSampled({ document }: RuleInput, { chorionicity, fetusCount, fetuses }: Pregnancy): Finding[] {
  if (chorionicity !== 'Dichorionic' || fetuses.length === 0) return []
  const count = Math.max(fetusCount ?? 0, fetuses.length)
  const sampled = fetuses.filter(({ key }) => document.samples.some((one) => one.patient === key)).length
  // Whoever is tested and has no specimen yet is an error of its own.
  if (sampled >= count || sampled < fetuses.length) return []
  return [
    {
      path: `${AT}/fetuses`,
      rule: 'fetuses-sampled',
      message: `The pregnancy is dichorionic with ${count} fetuses, and ${sampled === 1 ? 'one is' : `${sampled} are`} sampled: each fetus needs its own specimen and result. Add the others, or give a reason`,
      warningAbout: `${sampled} ${count}`,
    },
  ]
}
