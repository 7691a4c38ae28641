import { isAskedOf } from '../consent/consent.ts'
import type { Imaging } from '../orders/clinical-history.ts'
import {
  blankPatient,
  blankSample,
  blankTest,
  type Indication,
  newOrder,
  type OrderDocument,
  type Patient,
  PROBAND,
  type Sample,
} from '../orders/document.ts'
import type { KnownVariant } from '../orders/known-variants.ts'
import { isBlocking, type OpenPoint } from '../orders/points.ts'
import { openPoints } from '../orders/readiness.ts'
import type { OrderableTest, RuleContext } from '../orders/rule-context.ts'
import { text } from './cells.ts'
import {
  BEYOND,
  type Column,
  MOST_INDICATIONS,
  REASON,
  REFERENCE,
  relativeKey,
  relativesOf,
  TEST_CODE,
} from './columns.ts'
import { blankRecords, type RowRecords, recordPath } from './consent-columns.ts'
import { featuresOfRow, type RowPhenotype } from './phenotype-columns.ts'
import { answersOfRow, blankAnswers, type RowAnswers } from './question-columns.ts'
import { shiftedCells } from './shifted.ts'
import { fetusKeys, personOfRow, type RowSubjects, subjectsOfRow, wholeCheck } from './subject-columns.ts'
import { blankVariants, withGeneIds } from './variant-columns.ts'

/** The cells of a row by their column's heading; a missing one is empty. */
export type Cells = Readonly<Record<string, string>>

/** An error in a row: its column, or '' for the row as a whole; `path` is the field of its order. */
export interface RowError {
  column: string
  path: string
  rule: string
  message: string
  severity: 'error' | 'warning'
}

/**
 * A row's order with places for everything that a row can contain: people, specimens and consents by the
 * person's key.
 */
interface RowContent {
  tests: OrderDocument['tests']
  patients: Record<string, Patient>
  samples: Record<string, Sample>
  consents: Record<string, Record<string, boolean | null>>
  consentRecords: RowRecords
  answers: RowAnswers
  indicationsForTesting: Record<string, Indication>
  imaging: Record<string, Imaging>
  knownVariants: Record<string, KnownVariant>
  clinicalNotes: string
  priorTesting: OrderDocument['priorTesting']
  familyHistory: OrderDocument['familyHistory']
  familyTestingRequest: OrderDocument['familyTestingRequest']
  payment: OrderDocument['payment']
  orderingProvider: OrderDocument['orderingProvider']
  pregnancy?: RowSubjects['pregnancy']
  parentage?: RowSubjects['parentage']
  fetuses: RowSubjects['fetuses']
  phenotype: RowPhenotype
}

export interface ReadRow {
  document: OrderDocument
  /** The clinic's own name for the row; '' for none. */
  reference: string
  /** The row's test; '' for none. */
  testCode: string
  /** Cells that can't be read. */
  errors: RowError[]
  /** The column for a path of the document; '' for none. */
  columnAt(path: string): string
}

function blankContent(test: OrderableTest): RowContent {
  const blank = newOrder()
  const keys = [PROBAND, ...Array.from({ length: relativesOf(test) }, (_, index) => relativeKey(index + 1))]
  const by = <T>(make: (key: string, index: number) => T) =>
    Object.fromEntries(keys.map((key, index) => [key, make(key, index)]))
  const numbers = Array.from({ length: MOST_INDICATIONS }, (_, index) => String(index + 1))
  return {
    ...blank,
    tests: [blankTest(test.code, test.testName)],
    patients: by((key, index) => blankPatient(index === 0 ? 'Proband' : 'Other relative', key)),
    samples: Object.fromEntries(
      [...keys, ...fetusKeys].map((key, index) => [key, blankSample(key, `s${index + 1}`)]),
    ),
    fetuses: Object.fromEntries(fetusKeys.map((key) => [key, {}])),
    answers: blankAnswers(test.questionnaires, keys),
    consentRecords: blankRecords(keys),
    consents: by(() => Object.fromEntries(test.consents.map(({ id }) => [id, null]))),
    indicationsForTesting: Object.fromEntries(
      numbers.map((number) => [number, { code: '', description: '' }]),
    ),
    imaging: { 1: { type: '', result: '', date: '', details: '' } },
    knownVariants: blankVariants(test),
    phenotype: {},
  }
}

/** Sets the value at the pointer; a part of it that the document leaves out is begun. */
function put(content: object, pointer: string, value: unknown): void {
  const names = pointer.split('/').slice(1)
  const last = names.pop() ?? ''
  let at = content as Record<string, unknown>
  for (const name of names) {
    at[name] ??= {}
    at = at[name] as Record<string, unknown>
  }
  at[last] = value
}

const PARTS_OF_PERSON = ['patients', 'samples', 'consents', 'consentRecords', 'answers', 'phenotype']

/**
 * The block of the row to which a column belongs: `/patients/relative-1`, `/imaging/1`; all of a person's
 * parts are one block.
 */
function groupOf({ path }: Column): string {
  const [, part = '', name = ''] = path.split('/')
  if (part === 'fetuses' || fetusKeys.includes(name)) return `/fetuses/${name}`
  if (PARTS_OF_PERSON.includes(part)) return `/patients/${name}`
  return ['indicationsForTesting', 'imaging', 'knownVariants'].includes(part) ? `/${part}/${name}` : ''
}

/** The text of a cell that is not a field of the order. */
function wordsIn(cells: Cells, heading: string): string {
  const reading = text(cells[heading] ?? '')
  return 'value' in reading ? String(reading.value) : ''
}

/** In characters: more than the longest text that an order holds, and than a list of all its phenotype terms. */
const LONGEST_CELL = 20_000

/** The order in a row. People, indications and images without any filled cell are left out. */
export function readRow(given: Cells, columns: readonly Column[], test: OrderableTest): ReadRow {
  const content = blankContent(test)
  // Longer ones are not read at all: checking their form could take minutes.
  const tooLong = columns.filter(({ heading }) => (given[heading] ?? '').length > LONGEST_CELL)
  const cells: Cells =
    tooLong.length === 0
      ? given
      : { ...given, ...Object.fromEntries(tooLong.map(({ heading }) => [heading, ''])) }
  const errors = tooLong.map(({ heading: column, path: rowPath }): RowError & { rowPath: string } => ({
    ...{ column, path: '', rowPath, rule: 'too-long', severity: 'error' },
    message: `${column}: at most ${LONGEST_CELL} characters, not ${(given[column] ?? '').length}`,
  }))
  const filled = new Set<string>([`/patients/${PROBAND}`])
  /** The people with a cell about how their consent was given. */
  const recorded = new Set<string>()
  let reference = ''
  for (const one of columns) {
    const cell = cells[one.heading] ?? ''
    if (cell.trim() === '' || (one.path === '' && one.heading !== REFERENCE)) continue
    filled.add(groupOf(one))
    if (one.path.startsWith('/consentRecords/')) recorded.add(one.path.split('/')[2] ?? '')
    if (one.path.startsWith(`/samples/${PROBAND}/`)) filled.add(`/samples/${PROBAND}`)
    if (one.heading === TEST_CODE) continue
    const reading = one.read(cell)
    if ('value' in reading) {
      if (one.heading === REFERENCE) reference = String(reading.value)
      else put(content, one.path, reading.value)
    } else
      errors.push({
        ...{ column: one.heading, path: '', rowPath: one.path, rule: 'unreadable', severity: 'error' },
        message: `${one.heading}: ${reading.refused}`,
      })
  }
  const present = <T>(part: string, all: Record<string, T>) =>
    Object.entries(all).filter(([name]) => filled.has(`/${part}/${name}`))
  const named = new Map(columns.map((column) => [column.heading, column]))
  const inOrder = Object.keys(cells).flatMap((heading) => named.get(heading) ?? [])
  for (const { column, neighbor } of shiftedCells(cells, inOrder))
    errors.push({
      ...{ column: column.heading, path: '', rowPath: column.path, rule: 'shifted', severity: 'error' },
      message: `${column.heading}: “${(cells[column.heading] ?? '').trim()}” looks like a value for ${neighbor.heading}, the column next to it. Has a comma shifted the row?`,
    })
  if ((cells[BEYOND] ?? '').trim() !== '')
    errors.push({
      ...{ column: BEYOND, path: '', rowPath: '', rule: 'beyond-headings', severity: 'error' },
      message: `${BEYOND}: the row has more cells than the file has headings. A comma inside a cell without quotes shifts every cell after it. Correct each cell, then empty this one`,
    })
  const people = present('patients', content.patients)
  const indications = present('indicationsForTesting', content.indicationsForTesting)
  const images = present('imaging', content.imaging)
  const known = content.familyTestingRequest.targetSequencingData
  const variants = present('knownVariants', content.knownVariants)
  const fetuses = present('fetuses', content.fetuses)
  const { consents, samples, answers, consentRecords, ...others } = content
  const { pregnancy, parentage, fetuses: _, knownVariants: __, phenotype, ...fields } = others
  const { features, places } = featuresOfRow(
    phenotype,
    [...fetuses, ...people].map(([key]) => key),
  )
  const signed = people.filter(([key]) => recorded.has(key)).map(([key]) => key)
  // If a fetus is tested, its mother need not give a specimen.
  const givers = [...fetuses, ...people]
    .map(([key]) => key)
    .filter((key) => key !== PROBAND || fetuses.length === 0 || filled.has(`/samples/${PROBAND}`))
  const document: OrderDocument = {
    ...newOrder(),
    ...fields,
    ...answersOfRow(
      test.questionnaires,
      answers,
      people.map(([key]) => key),
    ),
    ...subjectsOfRow({ pregnancy, parentage, fetuses: content.fetuses }, fetuses),
    patients: people.map(([, patient]) => personOfRow(patient)),
    samples: givers.flatMap((key) => (samples[key] ? [wholeCheck(samples[key])] : [])),
    consents: people.flatMap(([patient]) =>
      Object.entries(consents[patient] ?? {}).flatMap(([consentId, answer]) => {
        const question = test.consents.find(({ id }) => id === consentId)
        const isAsked = question === undefined || isAskedOf(question, patient, PROBAND)
        // Files have no pre-filled answers: whoever entered one has reviewed it.
        return answer === null && !isAsked ? [] : [{ patient, consentId, answer, reviewed: answer !== null }]
      }),
    ),
    ...(signed.length > 0 ? { consentRecords: signed.flatMap((key) => consentRecords[key] ?? []) } : {}),
    indicationsForTesting: indications.map(([, one]) => one),
    imaging: images.map(([, one]) => one),
    ...(features.length > 0 ? { phenotype: features } : {}),
    ...(variants.length > 0 ? { knownVariants: variants.map(([, one]) => one) } : {}),
    familyTestingRequest: {
      ...content.familyTestingRequest,
      targetSequencing: known.gene !== '' || known.variant !== '',
    },
  }

  const keys = people.map(([key]) => key)
  const names: Record<string, string[]> = {
    ...{ patients: keys, samples: givers, consentRecords: signed, fetuses: fetuses.map(([key]) => key) },
    indicationsForTesting: indications.map(([name]) => name),
    imaging: images.map(([name]) => name),
    knownVariants: variants.map(([name]) => name),
    phenotype: places,
  }
  /** A document's lists use positions, a row's use names. */
  const renamed = (path: string, rename: (list: string[], name: string) => string | undefined) => {
    const [, part = '', name = '', ...rest] = path.split('/')
    const other = rename(names[part] ?? [], name)
    return other === undefined ? path : ['', part, other, ...rest].join('/')
  }
  const rowPathOf = (path: string) =>
    renamed(path.replace(/^\/pregnancy\/fetuses(?=\/|$)/, '/fetuses'), (list, index) => list[Number(index)])
  const pathOf = (rowPath: string) =>
    renamed(rowPath, (list, name) => (list.includes(name) ? String(list.indexOf(name)) : undefined)).replace(
      /^\/fetuses\//,
      '/pregnancy/fetuses/',
    )
  const columnAt = (path: string): string => {
    const rowPath = recordPath(rowPathOf(path))
    const within = (outer: string, inner: string) => inner === outer || inner.startsWith(`${outer}/`)
    const bound = columns.filter((one) => one.path !== '')
    return (
      (bound.find((one) => within(one.path, rowPath)) ?? bound.find((one) => within(rowPath, one.path)))
        ?.heading ?? ''
    )
  }
  return {
    document,
    reference,
    testCode: wordsIn(cells, TEST_CODE),
    errors: errors.map(({ rowPath, ...error }) => ({ ...error, path: pathOf(rowPath) })),
    columnAt,
  }
}

/** Gives the row's reason for every warning about its order. */
function withReason(document: OrderDocument, points: readonly OpenPoint[], reason: string): OrderDocument {
  const keys = points.filter((point) => point.severity === 'warning').map((point) => point.key)
  return reason === '' || keys.length === 0
    ? document
    : { ...document, overrides: [...new Set(keys)].map((key) => ({ key, reason })) }
}

/**
 * All errors of a row, in the words of the form: unreadable cells, then the open points of its order by the
 * common rules (orders/readiness.ts). `document` is the order if there are none.
 */
export function judgeRow(
  row: ReadRow,
  cells: Cells,
  context: RuleContext,
): { document: OrderDocument; errors: RowError[] } {
  const reason = wordsIn(cells, REASON)
  const { knownVariants } = row.document
  const read = knownVariants
    ? { ...row.document, knownVariants: withGeneIds(knownVariants, context.genes) }
    : row.document
  const document = withReason(read, openPoints(read, context), reason)
  const unreadable = new Set(row.errors.map((error) => error.path))
  const found = openPoints(document, context)
    .filter(isBlocking)
    .filter((point) => !unreadable.has(point.path))
    .map(({ path, rule, message, severity }) => ({
      ...{ column: row.columnAt(path), path, rule, message, severity },
    }))
  return { document, errors: [...row.errors, ...found] }
}
