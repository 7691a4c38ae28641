import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { GeneticResult } from '#domain/results/genetic-result.ts'
import type { ReportedVariant } from '#domain/results/reported-variant.ts'
import values from '../report-content.module.css'
import { accessible, onPhone, show } from '../testing/show-field.tsx'
import { GeneticResultView } from './GeneticResultView.tsx'

const NOTHING: GeneticResult = {
  ...{
    variants: [],
    phases: [],
    drugResponses: [],
    markers: [],
    recommendations: [],
    methods: [],
    limits: [],
    others: [],
  },
  study: { reasons: [], diseases: [], genes: [], regions: [] },
}

const variant = (key: string, more: Partial<ReportedVariant>): ReportedVariant => ({
  ...{ key, form: 'variant', of: [], genes: [], repeats: [] },
  ...{ consequences: [], significances: [], notes: [], call: 'Present' },
  ...more,
})

const CFTR = [{ hgncId: 'HGNC:1884', symbol: 'CFTR' }]
const POSITIVE: GeneticResult = {
  ...NOTHING,
  overall: 'Positive',
  variants: [
    variant('2a', {
      genes: CFTR,
      ...{ transcript: 'NM_000492.4', cdna: 'c.1521_1523del', protein: 'p.(Phe508del)' },
      ...{ allelicState: 'Heterozygous', inheritance: 'Maternal', method: 'Sequencing' },
      significances: [
        { variantClass: 'Pathogenic', conditions: [{ name: 'Cystic fibrosis', system: '', code: '' }] },
      ],
    }),
    variant('2b', { genes: CFTR, cdna: 'NM_000492.4:c.350G>A', allelicState: 'Heterozygous' }),
    variant('2c', { genes: CFTR, cdna: 'c.1652G>A', call: 'Absent' }),
    variant('2d', {
      genomic: 'NC_012920.1:m.3243A>G',
      ...{ allelicState: 'Heteroplasmic', fraction: 0.352, tissue: 'urine' },
    }),
  ],
  phases: [{ variants: ['2a', '2b'], relation: 'Indeterminate' }],
  others: [
    {
      ...{ id: '9', of: [], notes: [] },
      answers: [{ question: { system: 'L', code: 'X', name: 'House code' }, codes: [], text: 'Kept' }],
    },
  ],
}

const row = (number: number) => page.getByRole('table', { name: 'Variants' }).getByRole('row').nth(number)

test('says the answer first, then each variant with its class, and what was not found apart', async () => {
  show(<GeneticResultView result={POSITIVE} />)
  await expect.element(page.getByText('Positive', { exact: true })).toBeVisible()
  const variants = page.getByRole('table', { name: 'Variants' })
  await expect.element(variants.getByRole('row')).toHaveLength(7)
  for (const told of ['Heterozygous', 'Pathogenic', 'Cystic fibrosis', 'Maternal'])
    await expect.element(row(1).getByText(told, { exact: true })).toBeVisible()
  await expect.element(row(3).getByText('Not classified')).toBeVisible()
  await expect.element(row(5).getByText('Heteroplasmic, 35.2 % of alleles in urine')).toBeVisible()
  await expect
    .element(page.getByRole('table', { name: 'Looked for and not found' }).getByRole('row'))
    .toHaveLength(3)
  await expect.element(page.getByRole('cell', { name: 'Kept' })).toBeVisible()
  await row(4)
    .getByText(/^Details of/)
    .click()
  await expect
    .element(row(4).getByText('Indeterminate with CFTR NM_000492.4:c.1521_1523del p.(Phe508del)'))
    .toBeVisible()
  await expect.element(page.getByText(/compound heterozygous/i)).not.toBeInTheDocument()
  await accessible()
})

test('says that there is no overall result, rather than concluding one', async () => {
  show(<GeneticResultView result={{ ...NOTHING, variants: POSITIVE.variants }} />)
  await expect.element(page.getByText('The laboratory sent no overall result')).toBeVisible()
})

test('a laboratory’s own word for a variant that is there does not list it as not found', async () => {
  const calls = ['Detected', 'No call', 'Indeterminate']
  const variants = calls.map((call, index) =>
    variant(`2${index}`, { genes: CFTR, cdna: `c.${index + 1}A>T`, call }),
  )
  show(<GeneticResultView result={{ ...NOTHING, overall: 'Positive', variants }} />)
  for (const [index, call] of calls.entries())
    await expect.element(row(2 * index + 1).getByText(call)).toBeVisible()
  await expect.element(page.getByText('Looked for and not found')).not.toBeInTheDocument()
})

test('shows what else the laboratory sent of a variant, and links to public pages that are told nothing', async () => {
  const secondary = variant('2a', {
    genes: [{ hgncId: 'HGNC:1101', symbol: 'BRCA2' }],
    ...{ cdna: 'NM_000059.4:c.5946del', name: '6174delT', iscn: 'arr 13q13.1', length: 12 },
    ...{ section: 'Secondary finding', clinvar: '9325', confidence: 'High' },
  })
  show(<GeneticResultView result={{ ...NOTHING, overall: 'Negative', variants: [secondary] }} />)
  // Beside a negative result, it is told without opening anything.
  await expect.element(row(1).getByText('Secondary finding', { exact: true })).toBeVisible()
  await row(2)
    .getByText(/^Details of/)
    .click()
  for (const told of ['6174delT', 'arr 13q13.1', '12 base pairs', 'High'])
    await expect.element(row(2).getByText(told, { exact: true })).toBeVisible()
  const link = row(2).getByRole('link', { name: 'ClinVar (opens in a new tab)' })
  await expect.element(link).toHaveAttribute('href', 'https://www.ncbi.nlm.nih.gov/clinvar/variation/9325/')
  await expect.element(link).toHaveAttribute('rel', 'noreferrer')
  await accessible()
})

test('shows every place, the alleles, and of what a genotype consists', async () => {
  const deletion = variant('2a', {
    genes: CFTR,
    ...{ reference: 'NC_000007.14', iscn: 'arr 7q31.2', category: 'Structural variant' },
    ...{ inner: { from: 20, to: 80 }, outer: { from: 10, to: 90 } },
  })
  const allele = variant('2b', {
    ...{ genes: CFTR, cdna: 'c.1A>G', chromosome: '7', exact: { from: 5, to: null } },
    ...{ referenceAllele: 'A', alternateAllele: 'G' },
  })
  const genotype = variant('2c', { form: 'genotype', name: 'CFTR genotype', of: ['2a', '2b'] })
  const drugs = [{ name: 'Ivacaftor', system: '', code: '' }]
  const conditions = [{ name: 'Cystic fibrosis', system: '', code: '' }]
  show(
    <GeneticResultView
      result={{
        ...NOTHING,
        variants: [deletion, allele, genotype],
        drugResponses: [{ of: ['2b'], drugs, therapies: [], conditions, response: 'Responsive' }],
      }}
    />,
  )
  await expect.element(page.getByRole('cell', { name: 'Responsive. Cystic fibrosis' })).toBeVisible()
  const told: [number, string[]][] = [
    [2, ['at least NC_000007.14 20–80', 'at most NC_000007.14 10–90', 'Structural variant']],
    [4, ['7 5', 'A > G']],
    [6, ['CFTR arr 7q31.2', 'CFTR c.1A>G']],
  ]
  for (const [at, words] of told) {
    await row(at)
      .getByText(/^Details of/)
      .click()
    for (const one of words) await expect.element(row(at).getByText(one, { exact: true })).toBeVisible()
  }
})

test('is no wider than a phone, however long a variant and the heads of its table are', async () => {
  await onPhone()
  const long = variant('2a', {
    ...{ genes: CFTR, cdna: `NM_000492.4:c.5946_5999delins${'ACGT'.repeat(12)}`, protein: 'p.(Phe508del)' },
    ...{
      section: 'Secondary finding',
      source: 'Germline',
      inheritance: 'Maternal',
      transcript: 'NM_000492.4',
    },
  })
  show(
    <div className={values.part}>
      <GeneticResultView result={{ ...NOTHING, overall: 'Positive', variants: [long] }} />
    </div>,
  )
  await expect.element(page.getByText('Secondary finding')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await accessible()
})

test('a negative result is a result', async () => {
  show(<GeneticResultView result={{ ...NOTHING, overall: 'Negative' }} />)
  await expect.element(page.getByText('Negative', { exact: true })).toBeVisible()
  await expect.element(page.getByText('No variants are listed.')).toBeVisible()
  await accessible()
})

test('recommends because of which variant, and says how and by which rules it was classified', async () => {
  const [first, second] = POSITIVE.variants
  if (!first || !second) throw new Error('two variants')
  const significances = [
    { variantClass: 'Pathogenic', scheme: 'ACMG/AMP 2015', classifiedOn: '2026-03-04', conditions: [] },
  ]
  show(
    <GeneticResultView
      result={{
        ...NOTHING,
        variants: [{ ...first, significances }, second],
        recommendations: [
          { of: ['2a'], action: 'Test both parents', text: 'To know the phase.' },
          { of: [], text: 'Genetic counseling' },
        ],
        methods: ['Exome sequencing'],
        limits: ['Repeat expansions are not detected.'],
        drugResponses: [
          {
            ...{ of: ['2a'], drugs: [], conditions: [], response: 'Eligible' },
            therapies: [{ name: 'A study', system: '', code: '' }],
          },
        ],
      }}
    />,
  )
  const recommended = page.getByRole('list', { name: 'Recommendations' }).getByRole('listitem')
  await expect
    .element(recommended.nth(0))
    .toHaveTextContent(
      'Test both parents: To know the phase.Because of CFTR NM_000492.4:c.1521_1523del p.(Phe508del)',
    )
  await expect.element(recommended.nth(1)).toHaveTextContent('Genetic counseling')
  await expect.element(recommended.nth(1).getByText('Because of')).not.toBeInTheDocument()
  await expect.element(page.getByRole('rowheader', { name: 'A study' })).toBeVisible()
  await row(2)
    .getByText(/^Details of/)
    .click()
  for (const told of ['ACMG/AMP 2015', '4 Mar 2026'])
    await expect.element(row(2).getByText(told, { exact: true })).toBeVisible()
  await page.getByText('Methods and limits').click()
  for (const told of ['Exome sequencing', 'Repeat expansions are not detected.'])
    await expect.element(page.getByText(told)).toBeVisible()
  await accessible()
})
