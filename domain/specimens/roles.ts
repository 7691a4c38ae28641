import type { OrderDocument, PatientKey, Sample } from '../orders/document.ts'
import { subjectsOf } from '../orders/subject.ts'
import type { SpecimenRole } from './details.ts'
import { acceptingRows, type TestSpecimens } from './requirements.ts'

/** The roles in which somebody who is tested, or somebody else, may give a specimen; the usual one first. */
const ROLES_OF_TESTED = ['Proband', 'Tumor', 'Matched normal', 'Positive control'] as const
const ROLES_OF_OTHERS = ['Relative', 'Contamination check', 'Positive control'] as const

type People = Pick<OrderDocument, 'patients' | 'pregnancy'>

/** The roles that the tests give a person's specimens; only the usual one if they give none. */
export function rolesFor(
  document: People,
  person: PatientKey,
  tests: readonly TestSpecimens[],
): SpecimenRole[] {
  const [usual, ...others] = subjectsOf(document).includes(person) ? ROLES_OF_TESTED : ROLES_OF_OTHERS
  const isPossible = (role: SpecimenRole) => role !== 'Contamination check' || isMother(document, person)
  return [
    usual,
    ...others.filter(
      (role) => isPossible(role) && tests.some((test) => acceptingRows(test, role).length > 0),
    ),
  ]
}

/** The roles in which the tests need a specimen that the order lacks, each with its test. */
export function missingRoles<T extends TestSpecimens>(
  document: People & { samples: readonly Sample[] },
  tests: readonly T[],
): { test: T; role: SpecimenRole }[] {
  const given = new Set(document.samples.map((sample) => roleOf(document, sample, tests)))
  return tests.flatMap((test) => {
    const needed = (test.specimenRequirements ?? []).flatMap(({ isNeeded, role }) =>
      isNeeded && role && !given.has(role) ? [role] : [],
    )
    return [...new Set(needed)].map((role) => ({ test, role }))
  })
}

/** Only a mother's cells get into her child's specimen. */
function isMother({ patients }: People, key: PatientKey): boolean {
  return patients.some((one, index) => one.key === key && (index === 0 || one.relationship === 'Mother'))
}

/**
 * What a specimen is for: as the clinic says; otherwise the only role for which the tests list its type, or
 * the usual one.
 */
export function roleOf(document: People, sample: Sample, tests: readonly TestSpecimens[]): SpecimenRole {
  if (sample.role) return sample.role
  const [usual = 'Proband', ...others] = rolesFor(document, sample.patient, tests)
  const lists = (role: SpecimenRole) =>
    tests.some((test) => acceptingRows(test, role).some(({ type }) => type === sample.specimenType))
  return lists(usual) ? usual : (others.find(lists) ?? usual)
}
