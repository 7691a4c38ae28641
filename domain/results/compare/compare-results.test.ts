import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GeneticResult } from '../genetic-result.ts'
import type { ReportedVariant } from '../reported-variant.ts'
import { anyResult } from '../testing/any-result.ts'
import { someResult, someVariant } from '../testing/some-results.ts'
import { classHistories } from './class-history.ts'
import { classesInWords } from './classes.ts'
import { compareResults, type ResultComparison } from './compare-results.ts'
import { variantsOf } from './listed-variants.ts'
import { namesOf, pairs } from './same-variant.ts'
import { validResults } from './versions.ts'

const LMNA = {
  gene: 'LMNA',
  ...{ transcript: 'NM_170707.4', cdna: 'c.1129C>T', protein: 'p.(Arg377Cys)', allelicState: 'Heterozygous' },
}
const lmna = (variantClass: string, more: Partial<ReportedVariant> = {}) =>
  someVariant({ ...LMNA, variantClass, ...more })
const variants = (...listed: ReportedVariant[]) => someResult({ variants: listed })

function compare(
  before: GeneticResult | readonly GeneticResult[],
  after: GeneticResult | readonly GeneticResult[],
): ResultComparison {
  return compareResults([before].flat(), [after].flat())
}

const summary = ({ variants: changed }: ResultComparison) =>
  changed.map(({ kind, before, after, crossing }) =>
    [kind, `${classesInWords(before)} → ${classesInWords(after)}`, crossing].join(', '),
  )

describe('what changed between two versions of a result', () => {
  test('names the variant, its class before and after, and the overall answer', () => {
    const changed = compare(
      someResult({ overall: 'Inconclusive', variants: [lmna('Uncertain significance')] }),
      someResult({ overall: 'Positive', variants: [lmna('Likely pathogenic')] }),
    )
    expect(changed).toMatchObject({
      overall: { before: 'Inconclusive', after: 'Positive' },
      variants: [{ name: 'LMNA NM_170707.4:c.1129C>T p.(Arg377Cys)', kind: 'class', details: [] }],
      ...{ unchanged: 0, details: [] },
    })
    expect(summary(changed)).toEqual(['class, Uncertain significance → Likely pathogenic, upgrade'])
  })

  const P = 'Pathogenic'
  const VUS = 'Uncertain significance'
  test.each([
    ['VUS to LP', VUS, 'Likely pathogenic', 'upgrade'],
    ['P to VUS', P, VUS, 'downgrade'],
    ['LP to P, on one side of the line', 'Likely pathogenic', P, 'none'],
    ['VUS to LB', VUS, 'Likely benign', 'none'],
    ['B to P', 'Benign', P, 'upgrade'],
    ['to the laboratory’s own word', VUS, 'Established risk allele', 'unclear'],
    ['between tiers', 'Tier II', 'Tier I', 'unclear'],
  ])('%s', (_, before, after, crossing) => {
    expect(compare(variants(lmna(before)), variants(lmna(after))).variants).toMatchObject([
      { kind: 'class', crossing },
    ])
  })

  test('a class that is withdrawn or given for the first time', () => {
    expect(summary(compare(variants(lmna(P)), variants(someVariant(LMNA))))).toEqual([
      'class, Pathogenic → , downgrade',
    ])
    expect(summary(compare(variants(someVariant(LMNA)), variants(lmna(VUS))))).toEqual([
      'class,  → Uncertain significance, none',
    ])
  })

  test('added and removed variants, and one that is now looked for and absent', () => {
    const other = someVariant({ gene: 'TTN', cdna: 'c.1A>G', variantClass: VUS })
    expect(summary(compare(variants(lmna(P)), variants(lmna(P), other)))).toEqual([
      'added,  → Uncertain significance, none',
    ])
    expect(summary(compare(variants(lmna(P), other), variants(other)))).toEqual([
      'removed, Pathogenic → , downgrade',
    ])
    expect(summary(compare(variants(lmna(P)), variants(lmna(P, { call: 'Absent' }))))).toEqual([
      'removed, Pathogenic → , downgrade',
    ])
  })

  test('a variant that could not be called is not found, and what was called in either version is told', () => {
    const noCall = variants(lmna(P, { call: 'No call' }))
    expect(summary(compare(variants(lmna(P)), noCall))).toEqual(['removed, Pathogenic → , downgrade'])
    expect(summary(compare(noCall, variants(lmna(P))))).toEqual(['added,  → Pathogenic, upgrade'])
    expect(compare(noCall, variants(lmna(P, { call: 'Absent' }))).variants).toMatchObject([
      { kind: 'details', details: [{ detail: 'call', before: ['No call'], after: ['Absent'] }] },
    ])
    for (const call of ['Absent', 'No call'])
      expect(compare(variants(), variants(lmna(P, { call }))).variants).toMatchObject([
        { kind: 'details', crossing: 'none', details: [{ detail: 'call', before: [], after: [call] }] },
      ])
    const histories = classHistories([
      { version: 1, isAddendum: false, results: [variants(lmna(P))] },
      { version: 2, isAddendum: false, results: [noCall] },
    ])
    expect(histories[0]?.steps.map(({ isFound }) => isFound)).toEqual([true, false])
  })

  test('the class of each condition', () => {
    const [ataxia, deafness] = [{ conditions: ['Ataxia'] }, { conditions: ['Deafness'] }]
    const listed = (one: string, other: string) =>
      variants(
        someVariant({ ...LMNA, ...ataxia, variantClass: one }),
        someVariant({ ...LMNA, ...deafness, variantClass: other, key: '2b' }),
      )
    expect(summary(compare(listed(P, VUS), listed(VUS, P)))).toEqual([
      'class, Pathogenic for Ataxia; Uncertain significance for Deafness → Pathogenic for Deafness; Uncertain significance for Ataxia, unclear',
    ])
    expect(compare(listed(P, VUS), listed(P, VUS)).unchanged).toBe(1)
  })

  test('details of a variant and of the result, in words', () => {
    const changed = compare(
      someResult({ variants: [lmna(P, { fraction: 0.12, tissue: 'skin' })], conclusion: 'Old' }),
      someResult({ variants: [lmna(P, { fraction: 0.5, tissue: 'skin' })], conclusion: 'New' }),
    )
    expect(changed.variants).toMatchObject([
      { kind: 'details', details: [{ detail: 'share', before: ['12 % in skin'], after: ['50 % in skin'] }] },
    ])
    expect(changed.details).toEqual([{ detail: 'conclusion', before: ['Old'], after: ['New'] }])
  })

  test('an addendum removes nothing that it leaves out, and replaces what it lists again', () => {
    const mito = someVariant({ genomic: 'NC_012920.1:m.3243A>G', variantClass: P })
    const first = someResult({ overall: 'Inconclusive', conclusion: 'No finding', variants: [lmna(VUS)] })
    const versions = [
      { version: 1, isAddendum: false, results: [first] },
      { version: 2, isAddendum: true, results: [variants(mito)] },
      { version: 3, isAddendum: true, results: [] },
      { version: 4, isAddendum: true, results: [variants(lmna(P))] },
      { version: 6, isAddendum: false, results: [] },
    ]
    const valid = validResults(versions)
    const between = (one: number, other: number) => compare(valid.get(one) ?? [], valid.get(other) ?? [])
    expect(summary(between(1, 2))).toEqual(['added,  → Pathogenic, upgrade'])
    expect(between(1, 2)).toMatchObject({ overall: null, unchanged: 1, details: [] })
    expect(summary(between(2, 3))).toEqual([])
    expect(summary(between(3, 4))).toEqual(['class, Uncertain significance → Pathogenic, upgrade'])
    expect(between(1, 4).overall).toBeNull()
    expect(valid.get(6)).toBeNull()
  })
})

describe('a variant is recognized in another version', () => {
  const older = someVariant({ ...LMNA, variantClass: 'Pathogenic' })
  const named = (fields: Parameters<typeof someVariant>[0]) =>
    someVariant({ variantClass: 'Benign', key: '2k', ...fields })
  const isSame = (one: ReportedVariant, other: ReportedVariant) =>
    compare(variants(one), variants(other))
      .variants.map(({ kind }) => kind)
      .join() === 'class'

  const place = { build: 'GRCh38', chromosome: '13', exact: { from: 32340301, to: 32340301 } }
  const cnv = {
    build: 'GRCh38',
    chromosome: '22',
    inner: { from: 18_900_000, to: 21_460_000 },
    copyNumber: 1,
  }
  const del = { gene: 'BRCA2', transcript: 'NM_000059.4', cdna: 'c.5946delT' }

  test.each<[string, Parameters<typeof someVariant>[0], Parameters<typeof someVariant>[0]]>([
    ['the transcript inside of the name', LMNA, { cdna: 'NM_170707.4:c.1129C>T' }],
    ['the transcript within a chromosome', LMNA, { cdna: 'NC_000001.11(NM_170707.4):c.1129C>T' }],
    ['a later version of the transcript', LMNA, { ...LMNA, transcript: 'NM_170707.5' }],
    ['the gene only', LMNA, { gene: 'lmna', cdna: 'c.1129C>T' }],
    ['the bases of a deletion left out', del, { ...del, cdna: 'c.5946del' }],
    [
      'another transcript, at the same place',
      { ...LMNA, ...place },
      { ...LMNA, ...place, transcript: 'NM_005572.4', cdna: 'c.1000C>T' },
    ],
    [
      'another build',
      { ...del, ...place },
      { ...del, ...place, build: 'GRCh37', exact: { from: 32914438, to: 32914438 } },
    ],
    [
      'genomic HGVS',
      { ...LMNA, genomic: 'NC_000001.11:g.156136984C>T' },
      { genomic: 'NC_000001.11:g.156136984C>T' },
    ],
    ['coordinates of a deletion', cnv, cnv],
    [
      'ISCN, however it is spaced',
      { iscn: 'arr[GRCh38] 22q11.21(1_2)×1' },
      { iscn: 'arr[GRCh38]22q11.21(1_2)x1' },
    ],
    ['its number in ClinVar', { ...LMNA, clinvar: '14500' }, { gene: 'LMNA', clinvar: '14500' }],
    [
      'the protein, if only that is told',
      { gene: 'LMNA', protein: 'p.(Arg377Cys)' },
      { gene: 'LMNA', protein: 'NP_733821.1:p.Arg377Cys' },
    ],
    [
      'the laboratory’s name',
      { gene: 'DMD', name: 'Deletion of exon 45' },
      { gene: 'DMD', name: 'deletion of exon 45' },
    ],
    ['the sender’s key', { gene: 'DMD', key: 'variant-dmd' }, { gene: 'DMD', key: 'variant-dmd' }],
  ])('by %s', (_, one, other) => {
    const [a, b] = [someVariant({ variantClass: 'Pathogenic', ...one }), named(other)]
    expect([isSame(a, b), isSame(b, { ...a, significances: [] })]).toEqual([true, true])
  })

  test.each<[string, Parameters<typeof someVariant>[0], Parameters<typeof someVariant>[0]]>([
    ['its place in the report', { gene: 'LMNA', key: '2a' }, { gene: 'LMNA', key: '2a' }],
    ['the gene', LMNA, { ...LMNA, cdna: 'c.1130G>A', protein: 'p.(Arg377His)' }],
    ['the change in another gene', { cdna: 'c.100C>T', gene: 'LMNA' }, { cdna: 'c.100C>T', gene: 'TTN' }],
    ['the change on another transcript', del, { ...del, transcript: 'NM_000001.1' }],
    ['the protein, if the DNA differs', LMNA, { ...LMNA, cdna: 'c.1129_1131delinsTGT' }],
    [
      'the name at another place',
      { ...place, name: 'V1' },
      { ...place, name: 'V1', exact: { from: 5, to: 5 } },
    ],
    ['the region, with other copies', cnv, { ...cnv, copyNumber: 3 }],
    [
      'the genotype’s form',
      { gene: 'CYP2C19', name: '*2' },
      { gene: 'CYP2C19', name: '*2', form: 'genotype' },
    ],
  ])('not by %s', (_, one, other) => {
    const a = someVariant({ variantClass: 'Pathogenic', ...one })
    const b = someVariant({ variantClass: 'Benign', ...other })
    expect(compare(variants(a), variants(b)).variants.map(({ kind }) => kind)).toEqual(['added', 'removed'])
  })

  test('not if two would fit as well', () => {
    const twice = ['x', 'y'].map((key) => someVariant({ gene: 'DMD', name: 'Deletion', key, copyNumber: 1 }))
    expect(
      compare(variants(...twice), variants(named({ gene: 'DMD', name: 'Deletion' }))).variants,
    ).toHaveLength(3)
  })

  test('whatever the order of two versions', () => {
    const [a, b] = [{ names: namesOf([older]) }, { names: namesOf([named(LMNA)]) }]
    expect(pairs([a], [b]).both).toEqual([[a, b]])
    expect(pairs([b], [a]).both).toEqual([[b, a]])
    expect(variantsOf([variants(older, named(LMNA))])).toHaveLength(1)
  })
})

test('five thousand variants of a report are compared with those of the next, whatever their order', () => {
  const many = (variantClass: string) =>
    Array.from({ length: 5000 }, (_, index) =>
      lmna(variantClass, { cdna: `c.${index + 1}C>T`, key: `v${index}` }),
    )
  const changed = compare(variants(...many('Benign')), variants(...many('Likely benign').toReversed()))
  expect(changed.variants).toHaveLength(5000)
  expect(new Set(changed.variants.map(({ kind, crossing }) => `${kind} ${crossing}`))).toEqual(
    new Set(['class none']),
  )
})

describe('of any results', () => {
  const shuffled = fc.tuple(anyResult, fc.infiniteStream(fc.nat())).map(([result, order]) => {
    const weights = result.variants.map(() => order.next().value ?? 0)
    const places = result.variants
      .map((_, index) => index)
      .toSorted((a, b) => (weights[a] ?? 0) - (weights[b] ?? 0))
    return { result, other: { ...result, variants: places.flatMap((index) => result.variants[index] ?? []) } }
  })

  test('nothing changed between a result and itself in another order', () => {
    fc.assert(
      fc.property(shuffled, ({ result, other }) => {
        expect(compare(result, other)).toMatchObject({ overall: null, variants: [], details: [] })
      }),
    )
  })

  test('whatever differs is told, and the other way round with the sides exchanged', () => {
    fc.assert(
      fc.property(anyResult, anyResult, (one, other) => {
        const there = compare(one, other)
        const back = compare(other, one)
        expect(back.overall).toEqual(
          there.overall && { before: there.overall.after, after: there.overall.before },
        )
        const turned = (change: ResultComparison['variants'][number]) =>
          [classesInWords(change.after), classesInWords(change.before), change.details.length].join('|')
        const straight = (change: ResultComparison['variants'][number]) =>
          [classesInWords(change.before), classesInWords(change.after), change.details.length].join('|')
        expect(back.variants.map(turned).toSorted()).toEqual(there.variants.map(straight).toSorted())
      }),
    )
  })

  test('no field of a variant changes unseen', () => {
    const field = fc.constantFrom<keyof ReportedVariant>(
      ...([
        'call',
        'category',
        'name',
        'transcript',
        'cdna',
        'protein',
        'genomic',
        'reference',
        'build',
      ] as const),
      ...(['chromosome', 'cytoband', 'iscn', 'clinvar', 'dbsnp', 'counting', 'referenceAllele'] as const),
      ...(['alternateAllele', 'change', 'proteinChange', 'allelicState', 'source', 'inheritance'] as const),
      ...(['inheritanceBasis', 'phase', 'tissue', 'method', 'confidence'] as const),
    )
    fc.assert(
      fc.property(anyResult, field, (result, name) => {
        const [first, ...rest] = result.variants
        if (!first) return
        const changed = { ...result, variants: [{ ...first, [name]: 'Something else' }, ...rest] }
        expect(compare(result, changed).variants.length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('the classes of a variant over all versions', () => {
  test('tells each change once, and keeps what an addendum leaves out', () => {
    const other = someVariant({ gene: 'TTN', cdna: 'c.1A>G', variantClass: 'Benign' })
    const versions = [
      { version: 1, results: [variants(lmna('Uncertain significance'), other)], isAddendum: false },
      { version: 2, results: [variants(lmna('Uncertain significance'))], isAddendum: false },
      { version: 3, results: [variants(other)], isAddendum: true },
      {
        version: 5,
        results: [variants(lmna('Likely pathogenic', { transcript: 'NM_170707.5' }))],
        isAddendum: false,
      },
    ]
    const told = classHistories(versions).map(({ name, steps }) => [
      name,
      ...steps.map(
        ({ version, classes, isFound }) => `${version} ${isFound ? classesInWords(classes) : 'not listed'}`,
      ),
    ])
    expect(told).toEqual([
      ['LMNA NM_170707.5:c.1129C>T p.(Arg377Cys)', '1 Uncertain significance', '5 Likely pathogenic'],
      ['TTN c.1A>G', '1 Benign', '2 not listed', '3 Benign', '5 not listed'],
    ])
  })
})
