import type { Patient } from '../document.ts'
import { samplesOf, whoIs } from '../family.ts'
import type { Finding } from '../points.ts'
import { DONOR_ANCESTRY, NOT_GIVEN, UNKNOWN_ANCESTRY } from '../race-and-ancestry.ts'
import type { RuleInput } from './rule.ts'

const SIDES = { maternal: 'mother’s', paternal: 'father’s' } as const
type Side = keyof typeof SIDES

/**
 * A person's race, ethnicity and ancestry. None is required for care; ancestry is for a test that computes residual
 * risk from it, and "Unknown" is an answer.
 */
export function originRules(known: RuleInput, patient: Patient, index: number): Finding[] {
  const at = `/patients/${index}`
  return [
    ...contradictoryRaces(patient, at),
    ...(['maternal', 'paternal'] as const).flatMap((side) => ancestryOf(known, patient, side, at)),
  ]
}

function contradictoryRaces({ raceAndEthnicity }: Patient, at: string): Finding[] {
  const races = raceAndEthnicity?.races ?? []
  const notGiven = NOT_GIVEN.find(({ name }) => races.includes(name))
  if (!notGiven || races.length === 1) return []
  return [
    {
      path: `${at}/raceAndEthnicity/races`,
      rule: 'conflicts',
      message: `Race: choose either “${notGiven.name}” or one or more races`,
    },
  ]
}

/** The test, if any, that computes the person's residual risk: the proband's, and a tested partner's. */
function residualRiskTest({ tests, document }: RuleInput, patient: Patient, index: number) {
  const isTested = index === 0 || samplesOf(document, patient.key).length > 0
  return isTested && !document.isVOB ? tests.find((test) => test.ancestry?.required) : undefined
}

function ancestryOf(known: RuleInput, patient: Patient, side: Side, at: string): Finding[] {
  const path = `${at}/ancestry/${side}`
  const given = patient.ancestry?.[side] ?? []
  if (given.length > 1 && given.includes(UNKNOWN_ANCESTRY) && given.some(isPopulation))
    return [
      {
        path,
        rule: 'conflicts',
        message: `Ancestry on the ${SIDES[side]} side: remove either “${UNKNOWN_ANCESTRY}” or the rest`,
      },
    ]
  const index = known.document.patients.indexOf(patient)
  const test = residualRiskTest(known, patient, index)
  if (!test || given.length > 0) return []
  return [
    {
      path,
      rule: 'required',
      message: `${test.testName} computes residual risk from ancestry: choose it for ${whoIs(known.document, patient.key)}’s ${SIDES[side]} side, or choose “${UNKNOWN_ANCESTRY}”`,
    },
  ]
}

const isPopulation = (answer: string) => answer !== UNKNOWN_ANCESTRY && answer !== DONOR_ANCESTRY
