import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withInterpretations } from '#domain/phenotype/phenopacket/write.ts'
import type { GeneticResult } from '#domain/results/genetic-result.ts'
import { interpretationOf } from '#domain/results/interpretation.ts'
import type { ReportedVariant } from '#domain/results/reported-variant.ts'
import { RESULT_HEADINGS, resultRows } from '#domain/results/result-rows.ts'
import { anyResult } from '#domain/results/testing/any-result.ts'
import { cases } from '#domain/testing/cases.ts'
import { writeCsv } from './csv.ts'

const numRuns = cases(500)
const REPORT = {
  order: '4711',
  person: '4711-proband',
  test: 'Exome',
  version: '2',
  status: 'Final',
  reported: '2026-03-20',
}

/** The file's rows as a spreadsheet reads them: by heading, without the quote before what it would execute. */
function readRows(result: GeneticResult): Record<string, string>[] {
  const text = writeCsv(RESULT_HEADINGS, resultRows(result, REPORT))
  const rows: string[][] = parse(text, { bom: true })
  const [head = [], ...body] = rows
  for (const cells of rows) for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
  return body.map((cells) =>
    Object.fromEntries(
      head.map((heading, at) => [heading, (cells[at] ?? '').replace(/^'(?=[=+\-@\t\r＝＋－＠])/, '')]),
    ),
  )
}

/** Fields of one value, by heading. */
const SINGLE: readonly (readonly [string, keyof ReportedVariant])[] = [
  ...([
    ['Name', 'name'],
    ['Transcript', 'transcript'],
    ['c.', 'cdna'],
    ['p.', 'protein'],
  ] as const),
  ...([
    ['g.', 'genomic'],
    ['ISCN', 'iscn'],
    ['Build', 'build'],
    ['Chromosome', 'chromosome'],
  ] as const),
  ...([
    ['Copies', 'copyNumber'],
    ['Zygosity', 'allelicState'],
    ['Fraction', 'fraction'],
  ] as const),
  ...([
    ['Reads', 'depth'],
    ['Tissue', 'tissue'],
    ['Origin', 'source'],
    ['Phase', 'phase'],
  ] as const),
  ...([
    ['Inherited from', 'inheritance'],
    ['Method', 'method'],
    ['Confidence', 'confidence'],
  ] as const),
  ...([
    ['Reported as', 'section'],
    ['Found', 'call'],
    ['ClinVar', 'clinvar'],
    ['dbSNP', 'dbsnp'],
  ] as const),
  ...([
    ['Category', 'category'],
    ['Cytoband', 'cytoband'],
    ['Length (bp)', 'length'],
  ] as const),
]

test('a CSV file has a row for each variant with every field, and nothing that a spreadsheet executes', () => {
  fc.assert(
    fc.property(anyResult, (result) => {
      const rows = readRows(result)
      expect(rows.map(({ Key }) => Key)).toEqual(result.variants.map(({ key }) => key))
      for (const [index, variant] of result.variants.entries()) {
        const row = rows[index]
        for (const [heading, key] of SINGLE)
          expect([heading, row?.[heading]]).toEqual([heading, String(variant[key] ?? '')])
        const told = variant.significances.flatMap(({ variantClass, conditions, text }) => [
          ...[variantClass, text].filter((one) => one !== undefined),
          ...conditions.map(({ name }) => name),
        ])
        const written = [row?.Classification, row?.Condition, row?.Interpretation].join('\n')
        for (const one of told) expect(written).toContain(one)
        for (const { symbol, hgncId } of variant.genes)
          expect(`${row?.Gene} ${row?.HGNC}`).toContain(symbol || hgncId)
        expect(row?.['Overall result']).toBe(result.overall ?? '')
        for (const note of variant.notes) expect(row?.Remarks).toContain(note)
      }
    }),
    { numRuns },
  )
})

const NONE: GeneticResult = {
  ...{
    overall: 'Negative',
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
const VARIANT: ReportedVariant = {
  ...{ key: '2a', form: 'variant', of: [], call: 'Present', repeats: [], consequences: [], notes: [] },
  ...{ genes: [{ hgncId: 'HGNC:1101', symbol: 'BRCA2' }], transcript: 'NM_000059.4', cdna: 'c.5946del' },
  ...{ protein: 'p.(Ser1982fs)', allelicState: 'Heterozygous', fraction: 0.5 },
  significances: [
    { variantClass: 'Pathogenic', conditions: [{ name: 'HBOC', system: 'MONDO', code: 'MONDO:0003582' }] },
  ],
}

test('a result without variants is one row', () => {
  expect(readRows(NONE)).toMatchObject([{ 'Overall result': 'Negative', Person: '4711-proband', Key: '' }])
})

const written = { id: '4711-proband-2', person: '4711-proband', isPreliminary: false }

test('a phenopacket has the variants that were found as interpretations, and concludes nothing', () => {
  const absent = { ...VARIANT, key: '2b', call: 'Absent' }
  expect(interpretationOf({ ...NONE, overall: 'Positive', variants: [VARIANT, absent] }, written)).toEqual({
    ...{ id: '4711-proband-2', progressStatus: 'COMPLETED', summary: 'Positive' },
    diagnosis: {
      disease: { id: 'MONDO:0003582', label: 'HBOC' },
      genomicInterpretations: [
        {
          ...{ subjectOrBiosampleId: '4711-proband', interpretationStatus: 'UNKNOWN_STATUS' },
          variantInterpretation: {
            acmgPathogenicityClassification: 'PATHOGENIC',
            variationDescriptor: {
              ...{ id: '2a', label: 'BRCA2 NM_000059.4:c.5946del p.(Ser1982fs)', moleculeContext: 'genomic' },
              description: 'NM_000059.4:c.5946del p.(Ser1982fs); Pathogenic; HBOC',
              geneContext: { valueId: 'HGNC:1101', symbol: 'BRCA2' },
              expressions: [
                { syntax: 'hgvs.c', value: 'NM_000059.4:c.5946del' },
                { syntax: 'hgvs.p', value: 'p.(Ser1982fs)' },
              ],
              allelicState: { id: 'GENO:0000135', label: 'heterozygous' },
              extensions: [{ name: 'allele-frequency', value: '0.5' }],
            },
          },
        },
      ],
    },
  })
})

test('a variant that the laboratory calls found in words of its own is in the phenopacket, with its words', () => {
  const calls = ['Detected in mosaic', 'Absent', 'No call', 'Indeterminate']
  const variants = calls.map((call) => ({ ...VARIANT, key: call, call }))
  const text = JSON.stringify(interpretationOf({ ...NONE, overall: 'Positive', variants }, written))
  expect(text).toContain('c.5946del p.(Ser1982fs); Detected in mosaic; Pathogenic')
  for (const call of calls.slice(1)) expect(text).not.toContain(call)
})

test('any result’s phenopacket keeps genes, names, classes, states and fractions of what was found', () => {
  interface Json {
    diagnosis: {
      genomicInterpretations: { variantInterpretation: { variationDescriptor: Record<string, unknown> } }[]
    }
  }
  fc.assert(
    fc.property(anyResult, (result) => {
      const { diagnosis } = interpretationOf(result, written) as unknown as Json
      const found = result.variants.filter(
        ({ call }) => call === undefined || !['Absent', 'No call', 'Indeterminate'].includes(call),
      )
      const descriptors = diagnosis.genomicInterpretations.map(
        (one) => one.variantInterpretation.variationDescriptor,
      )
      expect(descriptors.map(({ id }) => id)).toEqual(found.map(({ key }) => key))
      for (const [index, { cdna, protein, genes, fraction, significances }] of found.entries()) {
        const text = JSON.stringify(descriptors[index])
        const told = [
          cdna,
          protein,
          genes[0]?.symbol,
          fraction,
          ...significances.map((one) => one.variantClass),
        ]
        for (const one of told)
          if (one !== undefined) expect(text).toContain(JSON.stringify(String(one)).slice(1, -1))
      }
    }),
    { numRuns },
  )
})

test('interpretations belong to their person: the one tested or a relative', () => {
  const family = { proband: { id: '4711-proband' }, relatives: [{ id: '4711-relative-1' }] }
  const interpretations = [
    { person: '4711-relative-1', interpretation: { id: 'a' } },
    { person: '4711-other', interpretation: { id: 'b' } },
  ]
  expect(withInterpretations(family, interpretations)).toEqual({
    ...family,
    relatives: [{ id: '4711-relative-1', interpretations: [{ id: 'a' }] }],
  })
  expect(withInterpretations({ id: '4711-other' }, interpretations)).toEqual({
    ...{ id: '4711-other', interpretations: [{ id: 'b' }] },
  })
})
