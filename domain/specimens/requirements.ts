import type { Sample } from '../orders/document.ts'
import type { Additive, AmountUnit, Condition, SpecimenRole, SpecimenState } from './details.ts'
import type { WithOwnTypes } from './own-types.ts'

/** The least amount of somebody under an age (`28d`, `6m`, `1y`) on the day of collection, in the row's unit. */
export interface LeastByAge {
  underAge: string
  least: number
}

/**
 * A row of the catalogue about the specimens of one test. Without `refused`, the test is done on such a
 * specimen; with it, such a specimen is refused for that reason.
 */
export interface SpecimenRequirement {
  /** '' for every role; only of a refusal. */
  role: SpecimenRole | ''
  /** '' for every type; only of a refusal. */
  type: string
  /** '' for any, also for one that is not known. */
  additive: Additive | ''
  state: SpecimenState | ''
  /** The least amount, in `unit`; null if not given. */
  least: number | null
  unit: AmountUnit | ''
  /** Of young people less is enough, youngest first; left out: the same at every age. */
  leastByAge?: readonly LeastByAge[]
  /** For how long it can be used after collection, in `lifeUnit`; null: as long as any of its type. */
  life: number | null
  lifeUnit: 'hours' | 'days'
  /** Days on the way, if the clinic does not say when it arrives. */
  transitDays: number
  /** How it is kept and sent; '' if it does not matter. */
  storage: Condition | ''
  /** The test needs a specimen of this role in addition. */
  isNeeded: boolean
  /** Why it is refused; '' if it is not. */
  refused: string
}

/** What a test's catalogue entry says about specimens; `rows` left out: nothing beyond the list of types. */
export interface TestSpecimens extends WithOwnTypes {
  specimens: readonly string[]
  specimenRequirements?: readonly SpecimenRequirement[] | undefined
}

type Taken = Pick<Sample, 'specimenType' | 'additive' | 'state'>

const rowsOf = ({ specimenRequirements = [] }: TestSpecimens) => specimenRequirements

/** The rows by which a test is done on specimens of a role; none: the test says nothing about the role. */
export function acceptingRows(test: TestSpecimens, role: SpecimenRole): SpecimenRequirement[] {
  return rowsOf(test).filter((row) => row.refused === '' && row.role === role)
}

/**
 * The types that a test is done on for a role. The test's own list is the proband's, and every role's about
 * which the catalogue says nothing.
 */
export function typesFor(test: TestSpecimens, role: SpecimenRole): string[] {
  const listed = acceptingRows(test, role).flatMap(({ type }) => (type === '' ? [] : [type]))
  const own = role === 'Proband' || listed.length === 0 ? test.specimens : []
  return [...new Set([...own, ...listed])]
}

/** A row about any additive or state also fits a specimen whose additive or state is not known. */
function fits(row: SpecimenRequirement, sample: Taken): boolean {
  return (
    (row.type === '' || row.type === sample.specimenType) &&
    (row.additive === '' || row.additive === sample.additive) &&
    (row.state === '' || row.state === sample.state)
  )
}

/** Why a test is not done on such a specimen: the catalogue's own reason, or '' if it just is not listed. */
export function refusalOf(test: TestSpecimens, sample: Taken, role: SpecimenRole): string | null {
  const refusing = rowsOf(test).find(
    (row) => row.refused !== '' && (row.role === '' || row.role === role) && fits(row, sample),
  )
  if (refusing) return refusing.refused
  if (!typesFor(test, role).some((type) => type === sample.specimenType)) return ''
  const ofType = acceptingRows(test, role).filter(({ type }) => type === sample.specimenType)
  // Not known is no mismatch.
  const matches = ofType.some(
    ({ additive, state }) =>
      (additive === '' || !sample.additive || additive === sample.additive) &&
      (state === '' || !sample.state || state === sample.state),
  )
  return ofType.length === 0 || matches ? null : ''
}

/**
 * The row that describes a specimen for a test: the one that names its additive and state; if these are not
 * known, the one with the longest life, so that nobody is warned without need.
 */
export function requirementFor(
  test: TestSpecimens,
  sample: Taken,
  role: SpecimenRole,
): SpecimenRequirement | null {
  const ofType = acceptingRows(test, role).filter(({ type }) => type === sample.specimenType)
  const fitting = ofType.filter((row) => fits(row, sample))
  const named = ({ additive, state }: SpecimenRequirement) => Number(additive !== '') + Number(state !== '')
  const best = fitting.toSorted((one, other) => named(other) - named(one))[0]
  return best ?? ofType.toSorted((one, other) => hoursOf(other) - hoursOf(one))[0] ?? null
}

/** A row's life in hours; without one, the longest. */
function hoursOf({ life, lifeUnit }: Pick<SpecimenRequirement, 'life' | 'lifeUnit'>): number {
  return life === null ? Number.POSITIVE_INFINITY : lifeUnit === 'days' ? life * 24 : life
}
