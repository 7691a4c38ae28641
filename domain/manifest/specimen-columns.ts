import type { OrderableTest } from '../orders/rule-context.ts'
import { ADDITIVE_WORDS } from '../specimens/codes.ts'
import {
  ADDITIVES,
  SPECIMEN_ROLES,
  SPECIMEN_STATES,
  TRANSFUSION_PRODUCTS,
  TRANSPLANTS,
  YES_NO_UNKNOWN,
} from '../specimens/details.ts'
import { likeOf } from '../specimens/own-types.ts'

/** A column to be: its heading, its place in the order, and the values of a closed list with their labels. */
export type SpecimenColumn =
  | { kind: 'text' | 'date'; heading: string; path: string }
  | {
      kind: 'choice'
      heading: string
      path: string
      values: readonly string[]
      /** Values by their labels, if they are codes. */
      labels?: Readonly<Record<string, string>>
    }

const ADDITIVE_LABELS = Object.fromEntries(ADDITIVES.map((code) => [ADDITIVE_WORDS[code], code]))

const isDoneOnExtracts = (test: OrderableTest) =>
  test.specimens.some((type) => ['Extracted DNA', 'Extracted RNA'].includes(likeOf(type, [test])))

/** The columns about a person's specimen that the catalogue's rows of the test ask for; none without rows. */
export function specimenColumns(test: OrderableTest, key: string): SpecimenColumn[] {
  const rows = (test.specimenRequirements ?? []).filter(({ refused }) => refused === '')
  const at = `/samples/${key}`
  const has = (name: 'additive' | 'state') => rows.some((row) => row[name] !== '')
  const choice = (heading: string, name: string, values: readonly string[]) =>
    ({ kind: 'choice', heading, path: `${at}/${name}`, values }) as const
  const text = (heading: string, name: string) => ({ kind: 'text', heading, path: `${at}/${name}` }) as const
  const isCounted = rows.some(({ life, lifeUnit }) => life !== null && lifeUnit === 'hours')
  return [
    ...(rows.some(({ role }) => role !== 'Proband' && role !== 'Relative')
      ? [choice('Specimen role', 'role', SPECIMEN_ROLES)]
      : []),
    ...(has('additive') ? [{ ...choice('Additive', 'additive', ADDITIVES), labels: ADDITIVE_LABELS }] : []),
    ...(has('state') ? [choice('Specimen state', 'state', SPECIMEN_STATES)] : []),
    ...(isCounted ? [text('Time of collection', 'timeOfCollection'), text('Time zone', 'timeZone')] : []),
    ...(rows.length > 0 ? [text('Collected by', 'collector')] : []),
    ...(isDoneOnExtracts(test)
      ? [text('Extracted by', 'extractedBy'), text('Accreditation of the extraction', 'accreditation')]
      : []),
  ]
}

/** The columns about a person's blood that the test asks for. */
export function bloodColumns({ bloodHistory: needs }: OrderableTest, key: string): SpecimenColumn[] {
  if (!needs) return []
  const at = `/patients/${key}/bloodHistory`
  const choice = (heading: string, name: string, values: readonly string[]) =>
    ({ kind: 'choice', heading, path: `${at}/${name}`, values }) as const
  const date = (heading: string, name: string) => ({ kind: 'date', heading, path: `${at}/${name}` }) as const
  return [
    ...(needs.transfusion === 'no'
      ? []
      : [
          choice('Transfusion', 'transfusion', YES_NO_UNKNOWN),
          date('Last transfusion', 'transfusedOn'),
          choice('What was transfused', 'transfusionProduct', TRANSFUSION_PRODUCTS),
        ]),
    ...(needs.transplant === 'no'
      ? []
      : [choice('Transplant', 'transplant', TRANSPLANTS), date('Date of transplant', 'transplantedOn')]),
    ...(needs.bloodCancer === 'no'
      ? []
      : [choice('Active leukemia or lymphoma', 'bloodCancer', YES_NO_UNKNOWN)]),
  ]
}
