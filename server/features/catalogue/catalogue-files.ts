import { join } from 'node:path'
import { z } from 'zod'
import { CATEGORIES, SPECIMEN_TYPES, STATES } from '#domain/lookups.ts'
import { ICD10 } from '#domain/orders/field-checks.ts'
import { type DataFileProblem, readTable, throwIfAny } from './data-table.ts'

// The files a laboratory replaces with its own: read whole, checked whole, so that one run names everything to mend.

// --- Cells. Each message follows the cell's text: "'abc' is not a whole number".

const text = z.string().min(1, 'is not allowed here')
const code = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$/, 'is not a code of 1 to 20 letters and digits')
const whole = z
  .string()
  .regex(/^\d{1,6}$/, 'is not a whole number')
  .transform(Number)
const yesNo = oneOf(['yes', 'no']).transform((answer) => answer === 'yes')
const dollars = z
  .string()
  .regex(/^\d{1,7}(\.\d\d)?$/, 'is not a price such as 2450.00')
  .transform((price) => Math.round(Number(price) * 100))
const gene = z.string().regex(/^[A-Z][A-Za-z0-9-]*$/, 'is not a gene symbol')
const cptCode = z.string().regex(/^\d{4}[0-9A-Z]$/, 'is not a CPT code of five characters')

function oneOf<const T extends readonly string[]>(values: T) {
  const named = values.filter(Boolean).join(', ')
  return z.enum(values, `is not one of ${named}${values.includes('') ? ' and not empty' : ''}`)
}

/** Several values in one cell, divided by `|`. An empty cell is an empty list. */
function list<T>(item: z.ZodType<T, string>) {
  return z
    .string()
    .transform((cell) => (cell === '' ? [] : cell.split('|')))
    .pipe(z.array(item))
}

/** A list that names nothing twice. */
function set<T>(item: z.ZodType<T, string>) {
  return list(item).refine((items) => new Set(items).size === items.length, 'names something twice')
}

// --- Rows

const categoryCells = z.object({ category: oneOf(CATEGORIES), name: text, description: text })

const testCells = z.object({
  code,
  displayTestCode: z.union([z.literal(''), code], 'is neither empty, none nor a code'),
  name: text,
  category: oneOf(CATEGORIES),
  testType: text,
  genes: set(gene),
  geneCount: z.union([z.literal(''), whole], 'is neither empty nor a whole number'),
  turnaroundDays: whole.refine((days) => days > 0, 'is no time: at least 1 working day'),
  specimens: set(oneOf(SPECIMEN_TYPES)).refine((types) => types.length > 0, 'names no specimen'),
  specimenNote: z.string(),
  listPrice: dollars,
  cptCodes: list(cptCode),
  consents: set(text),
  sex: oneOf(['', 'Male', 'Female']),
  relatives: whole,
  method: z.string(),
  description: text,
  displayInCatalog: yesNo,
})

const testRow = testCells
  .refine((test) => test.geneCount === '' || test.geneCount >= test.genes.length, {
    path: ['geneCount'],
    message: 'is less than the number of genes named',
  })
  .transform(({ listPrice, geneCount, ...test }) => ({
    ...test,
    /** How many genes the test reads, which an exome does not name one by one. */
    geneCount: geneCount === '' ? test.genes.length : geneCount,
    listPriceCents: listPrice,
  }))

const consentCells = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'is not an id of small letters, digits and hyphens'),
  title: text,
  text,
  kind: oneOf(['yes-no', 'checkbox']),
  required: yesNo,
})

const addOnCells = z
  // an empty hospitalCode means every hospital
  .object({
    testCode: code,
    hospitalCode: z.union([z.literal(''), code], 'is not a code'),
    addOnTestCode: code,
  })

const institutionCells = z.object({
  code,
  name: text,
  parentCode: z
    .union([z.literal(''), code], 'is neither empty nor a code')
    .transform((parent) => parent || null),
  addressLine1: text,
  city: text,
  state: z
    .string()
    .refine((state) => STATES.some((known) => known.code === state), 'is not the code of a state'),
  postalCode: z.string().regex(/^\d{5}(-\d{4})?$/, 'is not a ZIP code'),
  phone: z.string().regex(/^\d{3}-\d{3}-\d{4}$/, 'is not a phone number such as 614-555-0101'),
})

const icd10Cells = z.object({
  code: z.string().regex(ICD10, 'is not an ICD-10-CM code such as Q87.40'),
  description: text,
})

const NAME_KINDS = ['first-female', 'first-male', 'last'] as const
const nameCells = z.object({ kind: oneOf(NAME_KINDS), name: text })

export type CatalogueTest = z.output<typeof testRow>
export type InstitutionRow = z.output<typeof institutionCells>

/** The laboratory's catalogue as its four files give it. */
export interface Catalogue {
  categories: z.output<typeof categoryCells>[]
  tests: CatalogueTest[]
  consents: z.output<typeof consentCells>[]
  addOns: z.output<typeof addOnCells>[]
}

// --- Files

/**
 * Reads `categories.csv`, `tests.csv`, `consents.csv` and `add-ons.csv` of a folder, each in its file's order.
 * Throws {@link DataFilesInvalid}.
 */
export function readCatalogue(dir: string): Catalogue {
  const problems: DataFileProblem[] = []
  const categories = readTable(join(dir, 'categories.csv'), categoryCells, categoryCells, problems)
  const tests = readTable(join(dir, 'tests.csv'), testCells, testRow, problems)
  const consents = readTable(join(dir, 'consents.csv'), consentCells, consentCells, problems)
  const addOns = readTable(join(dir, 'add-ons.csv'), addOnCells, addOnCells, problems)

  categories.unique('category')
  tests.unique('code')
  consents.unique('id')
  addOns.unique('testCode', 'hospitalCode', 'addOnTestCode')
  for (const missing of CATEGORIES.filter((category) => !categories.has('category', category))) {
    categories.report(null, 'category', `the category ${missing} has no row`)
  }
  for (const { row, cells } of tests.rows) {
    for (const id of (cells.consents ?? '').split('|')) {
      if (id && !consents.has('id', id))
        tests.report(row, 'consents', `'${id}' is not the id of a consent in consents.csv`)
    }
  }
  for (const { row, cells } of addOns.rows) {
    for (const column of ['testCode', 'addOnTestCode']) {
      const named = cells[column] ?? ''
      if (named && !tests.has('code', named))
        addOns.report(row, column, `'${named}' is not the code of a test in tests.csv`)
    }
    if (cells.testCode === cells.addOnTestCode)
      addOns.report(row, 'addOnTestCode', 'a test cannot be added to itself')
  }
  throwIfAny(problems)
  return {
    categories: categories.values,
    tests: tests.values,
    consents: consents.values,
    addOns: addOns.values,
  }
}

/** Institutions, every parent among them; `parentCode` is null without one. Throws {@link DataFilesInvalid}. */
export function readInstitutions(file: string): InstitutionRow[] {
  const problems: DataFileProblem[] = []
  const institutions = readTable(file, institutionCells, institutionCells, problems)
  institutions.unique('code')
  const parents = new Map(institutions.rows.map(({ cells }) => [cells.code, cells.parentCode]))
  for (const { row, cells } of institutions.rows) {
    if (!cells.parentCode) continue
    if (!parents.has(cells.parentCode)) {
      institutions.report(
        row,
        'parentCode',
        `'${cells.parentCode}' is not the code of an institution in this file`,
      )
    }
    const above = new Set<string>()
    for (let parent = parents.get(cells.code); parent && !above.has(parent); parent = parents.get(parent)) {
      above.add(parent)
    }
    if (above.has(cells.code ?? ''))
      institutions.report(row, 'parentCode', 'an institution cannot stand above itself')
  }
  throwIfAny(problems)
  return institutions.values
}

/** ICD-10-CM codes in the file's order. Throws {@link DataFilesInvalid}. */
export function readIcd10(file: string): z.output<typeof icd10Cells>[] {
  const problems: DataFileProblem[] = []
  const codes = readTable(file, icd10Cells, icd10Cells, problems)
  codes.unique('code')
  throwIfAny(problems)
  return codes.values
}

/** The invented names of the demo's people. Throws {@link DataFilesInvalid}. */
export function readNames(file: string): { firstFemale: string[]; firstMale: string[]; last: string[] } {
  const problems: DataFileProblem[] = []
  const names = readTable(file, nameCells, nameCells, problems)
  names.unique('kind', 'name')
  for (const kind of NAME_KINDS.filter((kind) => !names.has('kind', kind))) {
    names.report(null, 'kind', `there is no name of the kind ${kind}`)
  }
  throwIfAny(problems)
  const of = (kind: (typeof NAME_KINDS)[number]) =>
    names.values.filter((row) => row.kind === kind).map((row) => row.name)
  return { firstFemale: of('first-female'), firstMale: of('first-male'), last: of('last') }
}
