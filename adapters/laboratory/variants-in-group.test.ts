import { expect, test } from 'vitest'
import { readResult } from '#domain/results/read-result.ts'
import { summaryOf } from '#domain/results/summary.ts'
import { classesOf, variantName } from '#domain/results/words.ts'
import { parseMessage, textOf } from '../hl7/message.ts'
import { geneticPart } from './genetic-findings.ts'
import { orderGroups } from './order-groups.ts'

type Obx = readonly [question: string, subId: string, words: string]

/** What is read of a report with these segments. */
function read(...obx: Obx[]) {
  const header = 'MSH|^~\\&|LAB|L|K|P|20260313||ORU^R01|M1|P|2.5.1\rPID|1\rOBR|1|1\r'
  const segments = obx.map(
    ([question, subId, words], index) => `OBX|${index + 1}|CWE|${question}^Q^LN|${subId}|^${words}||||||F\r`,
  )
  const parsed = parseMessage(header + segments.join(''))
  if (parsed.kind === 'refused') throw new Error(parsed.reason)
  const [group] = orderGroups(parsed.message.segments)
  const all = group?.results ?? []
  const genetic = geneticPart(all)
  const result = readResult(genetic?.part.findings ?? [])
  return {
    result,
    /** What stays a value of the report. */
    values: all.filter((one) => !genetic?.of.has(one)).map(({ obx }) => textOf(obx, 5, 2)),
    variants: result.variants.map((one) => [variantName(one), ...classesOf(one)].join(', ')),
    kept: result.others.flatMap(({ answers }) => answers.map(({ text }) => text)),
  }
}

const CALL = (subId: string): Obx => ['69548-6', subId, 'Present']
const gene = (subId: string, symbol: string): Obx => ['48018-6', subId, symbol]
const cdna = (subId: string, change: string): Obx => ['48004-6', subId, change]
const ofClass = (subId: string, words: string): Obx => ['53037-8', subId, words]
const POSITIVE: Obx = ['51968-6', '1', 'Positive']

test.each([
  ['with one number', '2a', [CALL('2a')]],
  ['with one number, and no call', '2a', []],
  ['without numbers, the gene first', '', []],
])('two variants %s are two variants, each with its own gene and class', (_, at, call) => {
  const { result, variants, kept } = read(
    POSITIVE,
    ...[...call, gene(at, 'BRCA2'), cdna(at, 'c.1A>G'), ofClass(at, 'VUS')],
    ...[...call, gene(at, 'CFTR'), cdna(at, 'c.2A>G'), ofClass(at, 'Pathogenic')],
  )
  expect(variants).toEqual(['BRCA2 c.1A>G, Uncertain significance', 'CFTR c.2A>G, Pathogenic'])
  expect(summaryOf([result])).toMatchObject({ highestClass: 'Pathogenic' })
  expect(kept).toEqual([])
  expect(new Set(result.variants.map(({ key }) => key)).size).toBe(2)
})

const zygosity = (subId: string, words: string): Obx => ['53034-5', subId, words]
const transcript = (subId: string, name: string): Obx => ['51958-7', subId, name]

test.each([
  ['', 'without numbers'],
  ['2a', 'with one number'],
])('what is told of a variant before its gene stays its own, OBX-4 “%s” (%s)', (at) => {
  const { result, variants, kept } = read(
    POSITIVE,
    ...[ofClass(at, 'VUS'), zygosity(at, 'Heterozygous'), gene(at, 'BRCA2'), cdna(at, 'c.1A>G')],
    ...[ofClass(at, 'Pathogenic'), zygosity(at, 'Homozygous'), gene(at, 'CFTR'), cdna(at, 'c.2A>G')],
  )
  expect(variants).toEqual(['BRCA2 c.1A>G, Uncertain significance', 'CFTR c.2A>G, Pathogenic'])
  expect(result.variants.map(({ allelicState }) => allelicState)).toEqual(['Heterozygous', 'Homozygous'])
  expect(kept).toEqual([])
})

test('the parts of the study that come first, and a gene that is told once, divide no variant', () => {
  const method = (words: string): Obx => ['81304-8', '', words]
  const { variants } = read(
    ...[POSITIVE, method('Sequencing'), method('MLPA')],
    ...[gene('', 'BRCA2'), cdna('', 'c.1A>G'), ofClass('', 'VUS')],
    ...[gene('', 'CFTR'), cdna('', 'c.2A>G'), ofClass('', 'Pathogenic')],
  )
  expect(variants).toEqual(['BRCA2 c.1A>G, Uncertain significance', 'CFTR c.2A>G, Pathogenic'])
  const { result } = read(
    ...[POSITIVE, gene('', 'CFTR'), transcript('', 'NM_1.1'), cdna('', 'c.1A>G'), ofClass('', 'VUS')],
    ...[transcript('', 'NM_2.1'), cdna('', 'c.2A>G'), ofClass('', 'Pathogenic')],
  )
  expect(result.variants).toMatchObject([
    { transcript: 'NM_1.1', cdna: 'c.1A>G', significances: [{ variantClass: 'Uncertain significance' }] },
    { transcript: 'NM_2.1', cdna: 'c.2A>G', significances: [{ variantClass: 'Pathogenic' }] },
  ])
})

test('two variants of one gene with one number are two, if each has its class', () => {
  const one = (change: string) => [gene('2', 'CFTR'), cdna('2', change), ofClass('2', 'Pathogenic')]
  expect(read(POSITIVE, ...one('c.1A>G'), ...one('c.2A>G')).variants).toHaveLength(2)
})

test('what is concluded within a number of two variants is about neither, and is kept', () => {
  const { variants, values } = read(
    ...[POSITIVE, CALL('2a'), gene('2a', 'BRCA2'), cdna('2a', 'c.1A>G')],
    ...[CALL('2a'), gene('2a', 'CFTR'), cdna('2a', 'c.2A>G'), ofClass('2a.1', 'Pathogenic')],
  )
  expect(variants).toEqual(['BRCA2 c.1A>G', 'CFTR c.2A>G'])
  expect(values).toEqual(['Pathogenic'])
})

test('a fusion of two genes is one variant, as is one that is told on two transcripts', () => {
  expect(
    read(POSITIVE, CALL('2a'), gene('2a', 'EZR'), gene('2a', 'ROS1'), cdna('2a', 'c.1A>G')).variants,
  ).toEqual(['EZR, ROS1 c.1A>G'])
  expect(read(POSITIVE, gene('', 'EZR'), gene('', 'ROS1'), cdna('', 'c.1A>G')).variants).toEqual([
    'EZR, ROS1 c.1A>G',
  ])
  const { variants, kept } = read(
    ...[POSITIVE, CALL('2a'), gene('2a', 'CFTR'), cdna('2a', 'NM_1.1:c.1A>G'), cdna('2a', 'NM_2.1:c.9A>G')],
    ofClass('2a', 'Pathogenic'),
  )
  expect(variants).toEqual(['CFTR NM_1.1:c.1A>G, Pathogenic'])
  expect(kept).toEqual(['NM_2.1:c.9A>G'])
})

test('two overall results are both told, and neither of them is the report’s', () => {
  const { result } = read(['51968-6', '1', 'Negative'], ['51968-6', '2', 'Positive'])
  expect(result.overall).toBe('Negative; Positive')
  expect(summaryOf([result])).toMatchObject({ outcome: 'other', overall: 'Negative; Positive' })
  expect(read(['51968-6', '1', 'Negative'], ['51968-6', '2', 'NEG']).result.overall).toBe('Negative')
})
