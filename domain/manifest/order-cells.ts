import { ABOUT_ORDER, type Answer, answersIn } from '../orders/answers.ts'
import type { OrderDocument } from '../orders/document.ts'
import { FEATURE_STATUSES } from '../orders/phenotype.ts'
import { table } from '../table.ts'
import type { Column } from './columns.ts'

/** The parts of a document that a row has by name, not by position (row.ts). */
const NAMED = table<(document: OrderDocument, name: string) => unknown>({
  patients: (document, key) => document.patients.find((one) => one.key === key),
  samples: (document, key) => document.samples.find((one) => one.patient === key),
  consents: (document, key) =>
    Object.fromEntries(
      document.consents.filter((one) => one.patient === key).map((one) => [one.consentId, one.answer]),
    ),
  consentRecords: (document, key) => document.consentRecords?.find((one) => one.patient === key),
  answers: (document, about) => {
    const own = answersIn(document).filter(({ patient = ABOUT_ORDER }) => patient === about)
    const cell = ({ values }: Answer) =>
      values.map(({ value, unit = '' }) => `${value} ${unit}`.trim()).join('; ')
    const byQuestionnaire = new Map<string, Record<string, string>>()
    for (const one of own)
      byQuestionnaire.set(one.questionnaire, {
        ...byQuestionnaire.get(one.questionnaire),
        [one.linkId]: cell(one),
      })
    return Object.fromEntries(byQuestionnaire)
  },
  fetuses: (document, key) => document.pregnancy?.fetuses.find((one) => one.key === key),
  indicationsForTesting: (document, number) => document.indicationsForTesting[Number(number) - 1],
  knownVariants: (document, key) => document.knownVariants?.find((one) => one.key === key),
  phenotype: (document, key) => {
    const own = (document.phenotype ?? []).filter(({ patient }) => patient === key)
    return Object.fromEntries(
      FEATURE_STATUSES.map((status) => [
        status,
        own.filter((one) => one.status === status).map(({ termId }) => termId),
      ]),
    )
  },
  imaging: (document, number) => document.imaging[Number(number) - 1],
})

/** What a row has in this column to make `document`; '' for nothing. */
export function cellOf(document: OrderDocument, { path }: Column): string {
  const [, part = '', ...names] = path.split('/')
  const [name = '', ...rest] = names
  const named = NAMED[part]
  let value: unknown = named ? named(document, name) : document[part as keyof OrderDocument]
  for (const one of named ? rest : names) value = (value as Record<string, unknown> | undefined)?.[one]
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.join('; ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Filled in beside an approved symbol that is given alone (variant-columns.ts). */
const isFilledIn = ({ path }: Column, cell: string) => cell === '' && path.endsWith('/hgncId')

/** The headings of the columns in which an order has something else than its row. */
export function differingHeadings(
  row: OrderDocument,
  order: OrderDocument,
  columns: readonly Column[],
): string[] {
  return columns.flatMap((column) => {
    // No row can have what a file answers.
    if (column.path === '' || column.isLeftEmpty) return []
    const cell = cellOf(row, column)
    return cell === cellOf(order, column) || isFilledIn(column, cell) ? [] : [column.heading]
  })
}
