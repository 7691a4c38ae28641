import { z } from 'zod'
import { sectionSetting } from '#contract/catalogue.ts'
import { CLINICAL_SECTIONS } from '#domain/orders/rule-context.ts'
import {
  code,
  cptCode,
  dollars,
  gene,
  list,
  oneOf,
  orEmpty,
  set,
  state,
  text,
  wholeNumber,
  yesNo,
} from '#server/csv/data-cells.ts'
import type { ConsentData } from './consent-files.ts'
import type { KnownVariantRow } from './known-variant-rows.ts'
import type { PhenotypeFile } from './phenotype-files.ts'
import type { QuestionnaireFiles } from './questionnaires/questionnaire-files.ts'
import type { CatalogueBloodHistory, CatalogueSpecimen } from './specimens/rows.ts'
import type { SpecimenTypeRow } from './specimens/type-rows.ts'
import type { TestSetting } from './test-settings.ts'

// The rows of the catalogue's files. Each `…Cells` has the columns that the file's header must have.

export const categoryCells = z.object({
  /** Its id, which addresses and other files name. */
  category: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,19}$/, 'is not an id of lowercase letters, digits and hyphens'),
  name: text.max(80, 'is longer than 80 characters'),
  description: text,
})

export const testCells = z.object({
  code,
  displayTestCode: orEmpty(code, 'must be a code, none or empty'),
  name: text,
  category: z.string(),
  testType: text,
  genes: set(gene),
  geneCount: orEmpty(wholeNumber, 'must be a whole number or empty'),
  geneChoice: oneOf(['', 'all', 'one', 'some']),
  turnaroundDays: wholeNumber.refine((days) => days > 0, 'must be at least 1 business day'),
  specimens: set(text).refine((types) => types.length > 0, 'names no specimen'),
  specimenNote: z.string(),
  listPrice: dollars,
  cptCodes: list(cptCode),
  consents: set(text),
  sex: oneOf(['', 'Male', 'Female']),
  relatives: wholeNumber,
  method: z.string(),
  description: text,
  displayInCatalog: yesNo,
  /** Optional column. */
  orderedOften: orEmpty(wholeNumber, 'must be a whole number or empty').default(''),
})

const choosesGenes = ({ geneChoice }: { geneChoice: string }) => geneChoice === 'one' || geneChoice === 'some'

export const testRow = testCells
  .refine((test) => choosesGenes(test) || test.geneCount === '' || test.geneCount >= test.genes.length, {
    path: ['geneCount'],
    message: 'is less than the number of genes named',
  })
  .refine((test) => !choosesGenes(test) || test.genes.length > 1, {
    path: ['geneChoice'],
    message: 'leaves nothing to choose: name at least two genes',
  })
  .transform(({ listPrice, geneCount, geneChoice, orderedOften, ...test }) => ({
    ...test,
    orderedOften: orderedOften === '' ? 0 : orderedOften,
    geneChoice: geneChoice || 'all',
    /** How many genes the test analyzes. An exome does not list them one by one. */
    geneCount: geneCount === '' ? test.genes.length : geneCount,
    listPriceCents: listPrice,
  }))

export const consentCells = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'is not an id of lowercase letters, digits and hyphens'),
  title: text,
  text,
  kind: oneOf(['yes-no', 'checkbox']),
  required: yesNo,
  category: text,
  /** Hospital codes; empty means asked everywhere. */
  institutions: set(code),
})

export const addOnCells = z.object({
  testCode: code,
  /** Empty means every hospital. */
  hospitalCode: orEmpty(code, 'is not a code'),
  addOnTestCode: code,
})

/** JSON text that is a section's setting. */
const settingText = z.string().refine((cell) => {
  try {
    return sectionSetting.strict().safeParse(JSON.parse(cell)).success
  } catch {
    return false
  }
}, 'is not a setting such as {"shown":true,"required":false,"hint":"Words"}')

export const sectionCells = z.object({
  /** The test; or empty, for all tests of `category`. A test's own setting takes precedence. */
  testCode: orEmpty(code, 'is not a code'),
  category: z.string(),
  section: oneOf(CLINICAL_SECTIONS),
  setting: settingText,
})
export const sectionRow = sectionCells.refine((row) => (row.testCode === '') !== (row.category === ''), {
  path: ['testCode'],
  message: 'is wrong here: a row names either a test or a category',
})

export const relatedTestCells = z.object({
  testCode: code,
  kind: oneOf(['pair', 'parental']),
  relatedTestCode: code,
})

export const clientCodeCells = z.object({
  clientCode: code,
  /** Empty means every hospital. */
  hospitalCode: orEmpty(code, 'is not a code'),
  testCode: code,
})

export const vaTestCells = z.object({ panel: text, testCode: code })

export const vaStationCells = z.object({
  number: z.string().regex(/^\d{3}[A-Z0-9]{0,2}$/, 'is not a station number such as 636 or 636A6'),
  name: text,
  city: text,
  state,
})

export type CatalogueTest = z.output<typeof testRow>

/** The laboratory's catalogue as read from its files. */
export interface Catalogue extends ConsentData {
  /** By test and topic. */
  settings: TestSetting[]
  categories: z.output<typeof categoryCells>[]
  tests: CatalogueTest[]
  consents: z.output<typeof consentCells>[]
  addOns: z.output<typeof addOnCells>[]
  sections: z.output<typeof sectionRow>[]
  relatedTests: z.output<typeof relatedTestCells>[]
  clientCodes: z.output<typeof clientCodeCells>[]
  vaTests: z.output<typeof vaTestCells>[]
  vaStations: z.output<typeof vaStationCells>[]
  questionnaires: QuestionnaireFiles['questionnaires']
  askedBy: QuestionnaireFiles['askedBy']
  specimenTypes: SpecimenTypeRow[]
  specimens: CatalogueSpecimen[]
  bloodHistory: CatalogueBloodHistory[]
  knownVariantTests: KnownVariantRow[]
  phenotype: PhenotypeFile['phenotype']
}
