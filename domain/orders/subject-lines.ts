import { dayInWords } from '../dates/dates.ts'
import { dateOfDeathInWords } from './deceased.ts'
import type { OrderDocument, Patient, Sample } from './document.ts'
import { personName } from './family.ts'
import { differingAge, gestationalAge, knownDueDate } from './gestational-age.ts'
import { guardianSigns } from './guardian.ts'
import type { ContaminationPlan, Pregnancy } from './pregnancy.ts'
import { fetusOf, subjectKind } from './subject.ts'

type Line = readonly [name: string, value: string]

const filled = (lines: readonly Line[]) => lines.filter(([, value]) => value !== '')
const joined = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(', ')

/** Who is tested, and the pregnancy; nothing for a living patient without one. */
export function subjectLines(document: OrderDocument): Line[] {
  const { pregnancy } = document
  if (!pregnancy) return []
  const kind = subjectKind(document)
  // Of a loss nobody computes one for the reader.
  const due = kind === 'loss' ? pregnancy.dueDate : knownDueDate(pregnancy)
  const other = differingAge(pregnancy)
  const stated = pregnancy.statedAge && `${pregnancy.statedAge} on ${dayInWords(pregnancy.statedOn)}`
  const dating = datedBy(pregnancy)
  return filled([
    [
      kind === 'loss' ? 'Pregnancy loss' : 'Fetuses tested',
      pregnancy.fetuses
        .map(({ label, sexByUltrasound, nuchalTranslucency }) =>
          joined([
            label,
            sexByUltrasound && `${sexByUltrasound.toLowerCase()} by ultrasound`,
            nuchalTranslucency && `nuchal translucency ${nuchalTranslucency} mm`,
          ]),
        )
        .join('; '),
    ],
    [
      'Pregnancy ended',
      joined([pregnancy.endedOn && dayInWords(pregnancy.endedOn), pregnancy.ending.toLowerCase()]),
    ],
    ['Due date', due === '' ? '' : joined([dayInWords(due), dating])],
    ['Dating', joined([due === '' ? dating : '', ...measurementsOf(pregnancy)])],
    ['Stated gestational age', other ? `${stated} (${other} by the due date)` : stated],
    ['Number of fetuses', pregnancy.fetusCount === null ? '' : String(pregnancy.fetusCount)],
    ['Vanished twin', pregnancy.vanishedTwin],
    ['Chorionicity', pregnancy.chorionicity],
    [
      'Conception',
      joined([
        pregnancy.conception,
        pregnancy.eggProvider && `egg: ${pregnancy.eggProvider.toLowerCase()}`,
        pregnancy.eggProviderAge && `aged ${pregnancy.eggProviderAge}`,
        pregnancy.spermProvider && `sperm: ${pregnancy.spermProvider.toLowerCase()}`,
        CARRIED[pregnancy.carriedBy],
      ]),
    ],
  ])
}

const CARRIED = {
  ...{ '': '', Self: 'not a gestational carrier' },
  'Gestational carrier': 'gestational carrier',
} as const satisfies Record<Pregnancy['carriedBy'], string>

/** What the dating rests on. All of it goes to the laboratory, also what was entered for another way of dating before. */
function measurementsOf(pregnancy: Pregnancy): string[] {
  const { lastPeriodOn, ultrasoundOn, crownRumpLength, transferOn, embryoDay } = pregnancy
  return [
    lastPeriodOn && `last menstrual period ${dayInWords(lastPeriodOn)}`,
    ultrasoundOn && `ultrasound ${dayInWords(ultrasoundOn)}`,
    crownRumpLength && `crown–rump length ${crownRumpLength} mm`,
    transferOn && `embryo transfer ${dayInWords(transferOn)}`,
    embryoDay && `embryo of day ${embryoDay}`,
  ]
}

function datedBy({ dating }: Pregnancy): string {
  if (dating === '') return ''
  if (dating === 'Unknown') return 'dating method unknown'
  return `by ${dating === 'LMP' ? 'last menstrual period' : dating.toLowerCase()}`
}

/** The genetic parents, if the order names them. */
export function parentageLines(document: OrderDocument): Line[] {
  const { parentage } = document
  if (!parentage) return []
  const name = (key: string) => (key === '' ? '' : personName(document, key))
  return filled([
    ['Genetic mother', name(parentage.geneticMother)],
    ['Genetic father', name(parentage.geneticFather)],
    ['Parents related to each other', joined([parentage.parentsRelated, parentage.parentsRelation])],
  ])
}

/** A death, how a relative is related, and who signs. */
export function signingLines({ deceased, guardian, kinship }: Patient): Line[] {
  const died =
    deceased &&
    (dateOfDeathInWords(deceased) ||
      (deceased.deathPrecision === 'Unknown' ? 'date unknown' : 'date missing'))
  return filled([
    ['Died', joined([died, deceased?.causeOfDeath])],
    [
      'Test authorized by',
      joined([deceased?.authorizedBy, deceased?.authorizedAs.toLowerCase(), deceased?.authorityDocument]),
    ],
    [
      'Kind of relation',
      joined([
        kinship?.kinshipKind,
        kinship?.familySide,
        kinship?.twin && `twin, ${kinship.twin.toLowerCase()}`,
      ]),
    ],
    [
      'Signs',
      guardian
        ? joined([
            guardianSigns(guardian)
              ? `${guardian.firstName} ${guardian.lastName}`.trim()
              : 'themself, as a minor',
            guardian.authority.toLowerCase(),
            guardian.authorityEvidence,
            guardian.guardianPhone,
          ])
        : '',
    ],
  ])
}

export const CONTAMINATION_WORDS: Record<ContaminationPlan, string> = {
  sent: 'Mother’s specimen is sent with this order',
  apart: 'Ordered separately',
  'on-file': 'Mother’s specimen is on file',
  refused: 'Declined',
  'not-needed': 'Not needed',
}

/** Of a specimen of a pregnancy: its gestational age that day, and the check for maternal cells; '' otherwise. */
export function fetalSpecimenWords(document: OrderDocument, sample: Sample): string {
  const { pregnancy } = document
  if (!pregnancy || !fetusOf(document, sample.patient)) return ''
  const age = gestationalAge(knownDueDate(pregnancy), sample.dateOfCollection)
  const check = sample.contamination
  const plan = check?.contaminationPlan
  return [
    age && `${age} weeks`,
    plan &&
      `maternal cells: ${joined([CONTAMINATION_WORDS[plan].toLowerCase(), check?.maternalNumber, check?.contaminationReason])}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
