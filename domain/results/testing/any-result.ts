import fc from 'fast-check'
import {
  ACTIONS,
  ALLELIC_STATES,
  BASES,
  BUILDS,
  CALLS,
  CATEGORIES,
  type Choices,
  CLASSES,
  COUNTINGS,
  DELETIONS_AND_DUPLICATIONS,
  METHODS,
  OVERALL,
  PARENTS,
  REPORTED_AS,
  SOURCES,
} from '../choices.ts'
import type { DrugResponse, GeneticResult, Recommendation } from '../genetic-result.ts'
import type { Condition, Consequence, ReportedVariant, Significance } from '../reported-variant.ts'

/** Text that both standards can carry: visible characters, no space at its ends. */
const text = fc.oneof(
  fc.constantFrom('p.(Ser1982fs)', 'a|b^c~d\\e&f', 'Größe, 中文', '<b>&amp;', "5'UTR", 'two  spaces'),
  fc.string({ minLength: 1, maxLength: 12 }).map((one) => `x${one.trim()}`),
)
const word = (choices: Choices) => fc.oneof(fc.constantFrom(...choices.map(([one]) => one)), text)
const day = fc.constantFrom('2025', '2025-03', '2024-02-29', '1999-12-31')
const code = fc.stringMatching(/^[A-Z]{2}[0-9]{3,7}\.[0-9]$/)
const whole = fc.integer({ min: 0, max: 250_000_000 })

const condition: fc.Arbitrary<Condition> = fc.oneof(
  text.map((name) => ({ name, system: '', code: '' })),
  fc.record({ name: text, system: fc.constantFrom('MONDO', 'OMIM', 'SCT'), code }),
)
const gene = fc.oneof(
  fc.record({ hgncId: fc.integer({ min: 1, max: 60_000 }).map((n) => `HGNC:${n}`), symbol: text }),
  text.map((symbol) => ({ hgncId: '', symbol })),
)
const span = fc.oneof(
  fc.record({ from: whole, to: fc.constant(null) }),
  fc.record({ from: whole, to: whole }),
)

const consequence = fc
  .record(
    { transcript: code, cdna: text, protein: text, effects: fc.array(text, { maxLength: 2 }) },
    { requiredKeys: ['effects'] },
  )
  .filter((one) => one.effects.length > 0 || Object.keys(one).length > 1) as fc.Arbitrary<Consequence>

const significance = fc
  .record(
    {
      ...{
        variantClass: word(CLASSES),
        scheme: text,
        classifiedOn: day,
        conditions: fc.array(condition, { maxLength: 2 }),
      },
      ...{ conditionInheritance: text, evidence: text, text },
    },
    { requiredKeys: ['conditions'] },
  )
  .filter((one) => one.conditions.length > 0 || Object.keys(one).length > 1) as fc.Arbitrary<Significance>

/** Fields of a variant that are told or not, each by itself. */
const fields = {
  ...{ name: text, transcript: code, cdna: text, protein: text, genomic: text, reference: code },
  ...{ build: word(BUILDS), chromosome: text, cytoband: text, iscn: text, referenceAllele: text },
  ...{
    alternateAllele: text,
    change: text,
    proteinChange: text,
    tissue: text,
    confidence: text,
  },
  ...{ clinvar: code, dbsnp: whole.map((n) => `rs${n}`), exact: span, inner: span, outer: span },
  ...{ category: word(CATEGORIES), counting: word(COUNTINGS), allelicState: word(ALLELIC_STATES) },
  ...{ source: word(SOURCES), inheritance: word(PARENTS), inheritanceBasis: word(BASES) },
  ...{
    method: word(METHODS),
    section: word(REPORTED_AS),
    length: whole,
    copyNumber: fc.integer({ min: 0, max: 9 }),
    depth: whole,
  },
  fraction: fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000),
  phase: text.map((one) => `set ${one}`),
}

const variant = (key: string, earlier: readonly string[]): fc.Arbitrary<ReportedVariant> =>
  fc.record(
    {
      key: fc.constant(key),
      form: fc.constantFrom('variant', 'variant', 'haplotype', 'genotype'),
      of: fc.subarray([...earlier]),
      call: word(CALLS),
      genes: fc.array(gene, { maxLength: 2 }),
      repeats: fc.array(fc.record({ motif: text, times: whole }), { maxLength: 2 }),
      consequences: fc.array(consequence, { maxLength: 2 }),
      significances: fc.array(significance, { maxLength: 2 }),
      notes: fc.array(text, { maxLength: 2 }),
      ...fields,
    },
    {
      requiredKeys: [
        ...(['key', 'form', 'of', 'call', 'genes', 'repeats', 'consequences'] as const),
        ...(['significances', 'notes'] as const),
      ],
    },
  ) as fc.Arbitrary<ReportedVariant>

const drugResponse = (keys: readonly string[]) =>
  fc.record(
    {
      of: fc.subarray([...keys], { minLength: 1 }),
      ...{
        drugs: fc.array(condition, { minLength: 1, maxLength: 2 }),
        therapies: fc.array(condition, { maxLength: 1 }),
        conditions: fc.array(condition, { maxLength: 1 }),
      },
      ...{ response: text, evidence: text, text },
    },
    { requiredKeys: ['of', 'drugs', 'therapies', 'conditions'] },
  ) as fc.Arbitrary<DrugResponse>

const recommendation = (keys: readonly string[]) =>
  fc
    .record({ of: fc.subarray([...keys]), action: word(ACTIONS), text }, { requiredKeys: ['of'] })
    .filter((one) => one.action !== undefined || one.text !== undefined) as fc.Arbitrary<Recommendation>
const paragraphs = fc.uniqueArray(text, { maxLength: 2 })

/** Any genetic result of up to four variants that says nothing unknown. */
export const anyResult: fc.Arbitrary<GeneticResult> = fc.integer({ min: 1, max: 4 }).chain((count) => {
  const keys = ['2a', '2b', '2c', '2d'].slice(0, count)
  return fc.record(
    {
      overall: word(OVERALL),
      deletionsAndDuplications: word(DELETIONS_AND_DUPLICATIONS),
      conclusion: text,
      variants: fc.tuple(...keys.map((key, index) => variant(key, keys.slice(0, index)))),
      phases:
        count < 2
          ? fc.constant([])
          : fc.array(
              fc.record({
                variants: fc.subarray(keys, { minLength: 2 }),
                relation: fc.constantFrom('Cis', 'Trans'),
              }),
              { maxLength: 1 },
            ),
      drugResponses: fc.array(drugResponse(keys), { maxLength: 2 }),
      markers: fc.array(fc.record({ code: fc.constantFrom('94076-7', '81695-9'), name: text, value: text }), {
        maxLength: 2,
      }),
      recommendations: fc.array(recommendation(keys), { maxLength: 2 }),
      ...{ methods: paragraphs, limits: paragraphs },
      study: fc.record({
        reasons: fc.array(text, { maxLength: 1 }),
        diseases: fc.array(condition, { maxLength: 2 }),
        genes: fc.array(gene, { maxLength: 3 }),
        regions: fc.array(text, { maxLength: 2 }),
      }),
      others: fc.constant([]),
    },
    {
      requiredKeys: [
        'variants',
        'phases',
        'drugResponses',
        'markers',
        'recommendations',
        'methods',
        'limits',
        'study',
        'others',
      ],
    },
  ) as fc.Arbitrary<GeneticResult>
})
