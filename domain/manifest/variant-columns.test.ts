import { expect, test } from 'vitest'
import { CONTEXT, completeOrder } from '../orders/testing/complete-order.ts'
import { knownVariant, VARIANT_GENES, VARIANT_TESTS } from '../orders/testing/known-variant.ts'
import { columnsOf } from './columns.ts'
import { judgeRow, readRow } from './row.ts'
import { rowOf } from './testing/row-of.ts'

const [single, prenatal] = VARIANT_TESTS
if (!single || !prenatal) throw new Error('no tests')
const context = { ...CONTEXT, tests: VARIANT_TESTS, genes: VARIANT_GENES }
const variants = [
  knownVariant({ report: 'to-follow' }),
  knownVariant({ key: 'v2', report: 'same-laboratory' }),
].map(({ file: _, ...variant }) => variant)
const headingsOf = (test: typeof single) => columnsOf(test).map(({ heading }) => heading)
const problems = (cells: Record<string, string>, test = single) =>
  judgeRow(readRow(cells, columnsOf(test), test), cells, context).errors.flatMap(({ column, rule }) =>
    column.startsWith('Family variant') || column === 'Affected' ? [`${column}: ${rule}`] : [],
  )

test('[KFV-01] the template of a known-variant test has the columns that its kinds need, for as many variants as it looks at', () => {
  const headings = headingsOf({ ...single, needs: ['familyTesting'] })
  expect(headings).toEqual(
    expect.arrayContaining(
      ['kind', 'gene', 'HGNC id', 'transcript', 'DNA change (c.)', 'class', 'report', 'purpose'].map(
        (words) => `Family variant: ${words}`,
      ),
    ),
  )
  expect(headings).not.toContain('Family variant: exons')
  expect(headings).not.toContain('Family variant: relationship')
  expect(headings).not.toContain('Family variant 2: gene')
  expect(headingsOf(prenatal)).toEqual(
    expect.arrayContaining(['Family variant: exons', 'Family variant 2: gene']),
  )
  const { knownVariant: _, ...other } = single
  expect(headingsOf(other).some((heading) => heading.startsWith('Family variant'))).toBe(false)
})

test('[KFV-01] a row holds its variants, and a row without cells for them has none', () => {
  const columns = columnsOf(prenatal)
  const cells = rowOf({ ...completeOrder(), knownVariants: variants }, columns)
  const read = readRow(cells, columns, prenatal)
  expect(read.errors).toEqual([])
  expect(read.document.knownVariants).toEqual(variants)
  expect(readRow(rowOf(completeOrder(), columns), columns, prenatal).document).not.toHaveProperty(
    'knownVariants',
  )
})

test('[KFV-02] a row is refused for what the form refuses, in the variant’s column', () => {
  const [variant] = variants
  const cells = rowOf({ ...completeOrder(), knownVariants: variant ? [variant] : [] }, columnsOf(single))
  const at = (words: string) => `Family variant: ${words}`
  expect(problems(cells)).toEqual([])
  expect(problems({ ...cells, [at('HGNC id')]: '' })).toEqual([])
  expect(problems({ ...cells, [at('kind')]: '' })).toEqual([])
  expect(problems({ ...cells, [at('purpose')]: '' })).toEqual([`${at('purpose')}: required`])
  expect(problems({ ...cells, [at('transcript')]: 'NM_000257.4' })).toEqual([
    `${at('transcript')}: conflicts`,
  ])
  const unreported = { [at('report')]: 'Not available', [at('why no report')]: 'closed' }
  expect(problems({ ...cells, ...unreported, [at('DNA change (c.)')]: 'c.IVS2+2T>G' })).toEqual([
    `${at('DNA change (c.)')}: hgvs-cdna`,
  ])
  expect(problems({ ...cells, [at('class')]: 'bad' })).toEqual([`${at('class')}: unreadable`])
  expect(problems({ ...cells, [at('purpose')]: 'Segregation' })).toEqual(['Affected: required'])
})
