import type { PatientKey } from '../orders/document.ts'
import { FEATURE_STATUSES, type Feature, type FeatureStatus } from '../orders/phenotype.ts'
import type { OrderableTest } from '../orders/rule-context.ts'
import type { ReadCell } from './cells.ts'

// What was looked for in a person, as columns: the terms that are present, absent and uncertain, by their HPO identifiers.

/** The identifiers of a row's terms, by person and status. */
export type RowPhenotype = Record<PatientKey, { [Status in FeatureStatus]?: string[] }>

/** The columns of a person's terms; none if the test asks for no phenotype. */
export function phenotypeColumns({ phenotype }: OrderableTest, key: PatientKey) {
  if (!phenotype) return []
  return FEATURE_STATUSES.map((status) => ({
    ...{ heading: `Phenotype ${status} (HPO)`, path: `/phenotype/${key}/${status}`, read: terms },
  }))
}

/** `HP:0001250; HP:0001252`: a name after an identifier is ignored, since the release has the name. */
const terms: ReadCell = (cell) => {
  const parts = cell.split(/[;|\n]|,(?=\s*HP)/i).filter((part) => part.trim() !== '')
  const other = parts.find((part) => !/^\s*HP[:_]?\d{7}\b/i.test(part))
  if (other !== undefined)
    return {
      refused: `“${other.trim()}” is not an HPO term. Use identifiers such as HP:0001250, separated by semicolons`,
    }
  return { value: parts.map((part) => `HP:${/\d{7}/.exec(part)?.[0]}`) }
}

/** The row's features of these people and fetuses, and where in the row each is. */
export function featuresOfRow(
  row: RowPhenotype,
  people: readonly PatientKey[],
): { features: Feature[]; places: string[] } {
  const all = people.flatMap((patient) =>
    FEATURE_STATUSES.flatMap((status) =>
      (row[patient]?.[status] ?? []).map((termId) => ({
        feature: { patient, termId, label: '', release: '', status },
        place: `${patient}/${status}`,
      })),
    ),
  )
  return { features: all.map(({ feature }) => feature), places: all.map(({ place }) => place) }
}
