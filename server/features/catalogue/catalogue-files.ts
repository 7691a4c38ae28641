import { join } from 'node:path'
import { z } from 'zod'
import { postalCodeProblem } from '#domain/addresses/checks.ts'
import { isOtherCountry } from '#domain/addresses/countries.ts'
import { regionOf } from '#domain/addresses/regions.ts'
import { displayCodeOf } from '#domain/catalogue/display-code.ts'
import { isReservedCode } from '#domain/institutions/reserved-codes.ts'
import type { Country } from '#domain/lookups.ts'
import { table } from '#domain/table.ts'
import { code, oneOf, orEmpty, text } from '#server/csv/data-cells.ts'
import { type DataFileProblem, readTable, throwIfAny } from '#server/csv/data-table.ts'
import * as rows from './catalogue-rows.ts'
import { readConsentFiles } from './consent-files.ts'
import { readKnownVariantTests } from './known-variant-rows.ts'
import { type Named, NamedInCatalogue, type Table } from './named.ts'
import { readPhenotypeFile } from './phenotype-files.ts'
import { readQuestionnaires } from './questionnaires/questionnaire-files.ts'
import { readSpecimens } from './specimens/files.ts'
import { hasSpecimenType, readSpecimenTypes } from './specimens/type-rows.ts'
import { readTestSettings } from './test-settings.ts'

// The files that a laboratory replaces with its own. They are read and checked as a whole, so that one run
// reports everything there is to fix.

/** Reads the catalogue files in a folder, each in its file's order. Throws {@link DataFilesInvalid}. */
export function readCatalogue(dir: string): rows.Catalogue {
  const problems: DataFileProblem[] = []
  const read = <T>(file: string, head: z.ZodObject, row: z.ZodType<T>) =>
    readTable(join(dir, file), head, row, problems)
  const categories = read('categories.csv', rows.categoryCells, rows.categoryCells)
  const tests = read('tests.csv', rows.testCells, rows.testRow)
  const consents = read('consents.csv', rows.consentCells, rows.consentCells)
  const addOns = read('add-ons.csv', rows.addOnCells, rows.addOnCells)
  const sections = read('sections.csv', rows.sectionCells, rows.sectionRow)
  const relatedTests = read('related-tests.csv', rows.relatedTestCells, rows.relatedTestCells)
  const clientCodes = read('client-codes.csv', rows.clientCodeCells, rows.clientCodeCells)
  const vaTests = read('va-tests.csv', rows.vaTestCells, rows.vaTestCells)
  const vaStations = read('va-stations.csv', rows.vaStationCells, rows.vaStationCells)

  categories.unique('category')
  tests.unique('code')
  consents.unique('id')
  addOns.unique('testCode', 'hospitalCode', 'addOnTestCode')
  sections.unique('testCode', 'category', 'section')
  relatedTests.unique('testCode', 'kind', 'relatedTestCode')
  clientCodes.unique('clientCode')
  clientCodes.unique('hospitalCode', 'testCode')
  vaTests.unique('panel', 'testCode')
  vaStations.unique('number')
  oneCategoryAName(categories)
  const specimenTypes = readSpecimenTypes(dir, problems)
  const has: Record<Named, (name: string) => boolean> = {
    test: (name) => tests.has('code', name),
    category: (name) => categories.has('category', name),
    consent: (name) => consents.has('id', name),
    specimen: hasSpecimenType(specimenTypes),
  }
  const named = new NamedInCatalogue((what, name) => has[what](name))
  const other = (table: Table, column: string, rule: string) => {
    for (const { row, cells } of table.rows)
      if (cells.testCode === cells[column]) table.report(row, column, rule)
  }
  named.check(tests, 'category', 'category')
  named.check(tests, 'consent', 'consents')
  named.check(tests, 'specimen', 'specimens')
  for (const table of [addOns, sections, relatedTests, clientCodes, vaTests])
    named.check(table, 'test', 'testCode')
  named.check(sections, 'category', 'category')
  named.check(addOns, 'test', 'addOnTestCode')
  named.check(relatedTests, 'test', 'relatedTestCode')
  other(addOns, 'addOnTestCode', 'a test cannot be added to itself')
  other(relatedTests, 'relatedTestCode', 'a test cannot be related to itself')
  oneTestACode(tests, clientCodes)
  const questions = readQuestionnaires(dir, named, problems)
  const specimens = readSpecimens(dir, named, problems)
  const settings = readTestSettings(
    dir,
    { hasTest: (code) => tests.has('code', code), hasConsent: (id) => consents.has('id', id) },
    problems,
  )
  const knownVariantTests = readKnownVariantTests(dir, (test) => tests.has('code', test), problems)
  const consentData = readConsentFiles(dir, { tests, consents }, problems)
  const phenotype = readPhenotypeFile(dir, (test) => tests.has('code', test), problems)
  throwIfAny(problems)
  return {
    settings,
    categories: categories.values,
    tests: tests.values,
    consents: consents.values,
    addOns: addOns.values,
    sections: sections.values,
    relatedTests: relatedTests.values,
    clientCodes: clientCodes.values,
    vaTests: vaTests.values,
    vaStations: vaStations.values,
    ...questions,
    specimenTypes,
    ...specimens,
    knownVariantTests,
    ...consentData,
    ...phenotype,
  }
}

/** A category is found by its id or its name, in any letter case. */
function oneCategoryAName(categories: Table) {
  const claimed = new Map(categories.rows.map(({ row, cells }) => [cells.category ?? '', row]))
  for (const { row, cells } of categories.rows) {
    const name = (cells.name ?? '').toLowerCase()
    const other = claimed.get(name)
    if (other === undefined) claimed.set(name, row)
    else if (other !== row)
      categories.report(row, 'name', `'${cells.name}' is already the category or name of row ${other}`)
  }
}

/** A typed code, whether raw, display or a clinic's own, must mean one test only. */
function oneTestACode(tests: Table, clientCodes: Table) {
  const testOf = new Map(tests.rows.map(({ cells }) => [cells.code ?? '', cells.code ?? '']))
  const claim = (table: Table, row: number, column: string, name: string, test: string) => {
    const already = testOf.get(name)
    if (already === undefined) testOf.set(name, test)
    else if (already !== test) table.report(row, column, `'${name}' is already a code of test ${already}`)
  }
  for (const { row, cells } of tests.rows) {
    const name = displayCodeOf({ displayTestCode: cells.displayTestCode ?? '' })
    if (name) claim(tests, row, 'displayTestCode', name, cells.code ?? '')
  }
  for (const { row, cells } of clientCodes.rows)
    claim(clientCodes, row, 'clientCode', cells.clientCode ?? '', cells.testCode ?? '')
}

const institutionCells = z.object({
  code: code.refine((given) => !isReservedCode(given), 'is reserved for the API’s own addresses'),
  name: text,
  parentCode: orEmpty(code, 'must be a code or empty').transform((parent) => parent || null),
  addressLine1: text,
  city: text,
  /** Checked in the USA and Canada; may be empty elsewhere, like the postal code. */
  state: z.string(),
  postalCode: z.string(),
  phone: z
    .string()
    .regex(
      /^(\d{3}-\d{3}-\d{4}|\+[1-9]\d{0,2}([ -]\d+)+)$/,
      'is not a phone number such as 614-555-0101 or +49 30 5550 0199',
    ),
  /** Optional column. ISO 3166-1 alpha-2; empty means USA. */
  country: z
    .string()
    .refine((given) => ['', 'US', 'CA'].includes(given) || isOtherCountry(given), 'is not a country code')
    .default(''),
})

const COUNTRY_OF = table<Country>({ '': 'USA', US: 'USA', CA: 'Canada' })

const countryOf = (given: string): Country => COUNTRY_OF[given] ?? 'Other'
const NO_SUCH = {
  USA: { state: 'is not a state code', postalCode: 'is not a ZIP code' },
  Canada: {
    state: 'is not the code of a province or territory',
    postalCode: 'is not a Canadian postal code',
  },
} as const

const institutionRow = institutionCells
  .superRefine(({ country: given, state, postalCode }, context) => {
    const country = countryOf(given)
    if (country === 'Other') return
    const wrong = {
      state: regionOf(country, state)?.code !== state,
      postalCode: postalCodeProblem(country, postalCode) !== null,
    }
    for (const column of ['state', 'postalCode'] as const)
      if (wrong[column])
        context.addIssue({ code: 'custom', path: [column], message: NO_SUCH[country][column] })
  })
  .transform(({ country: given, ...row }) => {
    const country = countryOf(given)
    return { ...row, country, otherCountry: country === 'Other' ? given : '' }
  })
/** `row`: its line, if it is of a file. */
export type InstitutionRow = z.output<typeof institutionRow> & { row?: number }

const NAME_KINDS = ['first-female', 'first-male', 'last'] as const
const nameCells = z.object({ kind: oneOf(NAME_KINDS), name: text })

/**
 * All institutions, including every parent; `parentCode` is null if there is none. Throws {@link
 * DataFilesInvalid}.
 */
export function readInstitutions(file: string): InstitutionRow[] {
  const problems: DataFileProblem[] = []
  const institutions = readTable(file, institutionCells, institutionRow, problems)
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
      institutions.report(row, 'parentCode', 'an institution cannot be its own parent or ancestor')
  }
  throwIfAny(problems)
  return institutions.entries.map(({ row, value }) => ({ ...value, row }))
}

/** The invented names for the demo's people. Throws {@link DataFilesInvalid}. */
export function readNames(file: string): { firstFemale: string[]; firstMale: string[]; last: string[] } {
  const problems: DataFileProblem[] = []
  const names = readTable(file, nameCells, nameCells, problems)
  names.unique('kind', 'name')
  for (const kind of NAME_KINDS.filter((kind) => !names.has('kind', kind))) {
    names.report(null, 'kind', `no row has the kind ${kind}`)
  }
  throwIfAny(problems)
  const of = (kind: (typeof NAME_KINDS)[number]) =>
    names.values.filter((row) => row.kind === kind).map((row) => row.name)
  return { firstFemale: of('first-female'), firstMale: of('first-male'), last: of('last') }
}
