import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { table } from '../../table.ts'
import { someResult, someVariant } from '../testing/some-results.ts'
import { compareResults } from './compare-results.ts'

/*
 * How ClinVar's classes of 5,254 variants changed from 2013 to 2017 (skipped if ../shared/samples is missing). What it means was
 * counted with another program: 21,766 pairs of dates with the same classes, 285 across the line upward, 287 downward.
 */
const FILE = path.resolve(
  import.meta.dirname,
  '../../../../shared/samples/variant-classification/clinvar-changes-2013-2017.tsv.gz',
)

const CLASS = table<string>({
  ...{ P: 'Pathogenic', LP: 'Likely pathogenic', VUS: 'Uncertain significance' },
  ...{ LB: 'Likely benign', B: 'Benign' },
})

/** A result with the variant of a row, in the classes of one cell: several if submitters disagree. */
function resultOf(gene: string, row: number, cell: string) {
  const significances = cell.split('|').map((code) => ({ variantClass: CLASS[code] ?? code, conditions: [] }))
  return [someResult({ variants: [{ ...someVariant({ gene, clinvar: `VCV${row}` }), significances }] })]
}

test.skipIf(!existsSync(FILE))('[RES-05] every change of class that ClinVar published in four years', () => {
  const [, ...rows] = gunzipSync(readFileSync(FILE)).toString('utf8').trimEnd().split('\n')
  const counts = { same: 0, upgrade: 0, downgrade: 0, unclear: 0, none: 0 }
  for (const [number, [gene = '', ...row]] of rows.map((line) => line.split('\t')).entries()) {
    const cells = row.slice(8).filter(Boolean)
    for (const [index, after] of cells.slice(1).entries()) {
      const { variants } = compareResults(
        resultOf(gene, number, cells[index] ?? ''),
        resultOf(gene, number, after),
      )
      const [change] = variants
      counts[change === undefined ? 'same' : change.crossing] += 1
    }
  }
  expect(counts).toEqual({ same: 21_766, upgrade: 285, downgrade: 287, unclear: 8133, none: 3531 })
})
