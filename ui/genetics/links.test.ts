import { describe, expect, test } from 'vitest'
import type { ReportedVariant } from '#domain/results/reported-variant.ts'
import { outsidePages } from './links.ts'

const variant = (more: Partial<ReportedVariant>): ReportedVariant => ({
  ...{ key: '2a', form: 'variant', of: [], genes: [], repeats: [] },
  ...{ consequences: [], significances: [], notes: [] },
  ...more,
})
const BRCA2 = [{ hgncId: 'HGNC:1101', symbol: 'BRCA2' }]
const hrefs = (more: Partial<ReportedVariant>) => outsidePages(variant(more)).map(({ href }) => href)

describe('links to public databases', () => {
  test.each<[string, Partial<ReportedVariant>, string[]]>([
    ['of a variant without a gene or a number: none', { cdna: 'c.1A>G' }, []],
    [
      'by ClinVar’s number',
      { clinvar: 'VCV000009325.12' },
      ['https://www.ncbi.nlm.nih.gov/clinvar/variation/9325/'],
    ],
    [
      'by its name on a transcript',
      { transcript: 'NM_000059.4', cdna: 'c.5946del' },
      ['https://www.ncbi.nlm.nih.gov/clinvar/?term=NM_000059.4%3Ac.5946del'],
    ],
    ['by dbSNP’s number', { dbsnp: 'rs80359550' }, ['https://www.ncbi.nlm.nih.gov/snp/rs80359550']],
    [
      'by position and alleles, in the build of the sequence',
      {
        ...{ reference: 'NC_000013.10', exact: { from: 32914437, to: 32914438 } },
        ...{ referenceAllele: 'GT', alternateAllele: 'G' },
      },
      ['https://gnomad.broadinstitute.org/variant/13-32914437-GT-G?dataset=gnomad_r2_1'],
    ],
    [
      'of a gene',
      { genes: BRCA2 },
      ['https://gnomad.broadinstitute.org/gene/BRCA2', 'https://omim.org/search?index=entry&search=BRCA2'],
    ],
    [
      'of a disease with OMIM’s number',
      { significances: [{ conditions: [{ name: 'Fanconi anemia', system: 'OMIM', code: '605724' }] }] },
      ['https://omim.org/entry/605724'],
    ],
  ])('%s', (_, more, expected) => {
    expect(hrefs(more)).toEqual(expected)
  })

  test('contain nothing that a laboratory writes about the person', () => {
    const words = 'Quietharbor'
    const about = {
      ...{ genes: [{ hgncId: '', symbol: `${words} gene` }], dbsnp: words, clinvar: words, name: words },
      ...{
        notes: [words],
        significances: [{ conditions: [{ name: words, system: 'OMIM', code: words }], text: words }],
      },
    }
    expect(hrefs(about)).toEqual([])
  })
})
