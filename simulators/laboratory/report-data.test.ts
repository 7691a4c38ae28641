import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { pdfsOf } from '#adapters/laboratory/testing/documents.ts'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import type { ReportUpdate } from '#domain/reports/report-update.ts'
import type { GeneticResult } from '#domain/results/genetic-result.ts'
import { readResult } from '#domain/results/read-result.ts'
import { classesOf, descriptionOf, geneName } from '#domain/results/words.ts'
import type { Act } from './acts.ts'
import type { ReceivedTest } from './received.ts'
import { sampleSimulatedOrder, sampleTaken } from './testing/simulated-order.ts'
import { writeResult } from './write-result.ts'

const asked = (name: string, genes: string[] = []): ReceivedTest => ({
  ...{ code: name.replaceAll(/[^A-Z]/g, ''), name, chosenBy: '', genes },
})
const PANEL = asked('Epilepsy Panel', ['SCN1A', 'STXBP1', 'KCNQ2'])
const ARRAY = asked('Chromosomal Microarray')
/** Of each method, of a recessive disease, for carriers, and two in one report. */
const ORDERED: readonly ReceivedTest[][] = [
  [PANEL],
  [ARRAY],
  [asked('Core Carrier Screen', ['CFTR', 'GAA'])],
  [asked('Fatty Acid Oxidation Panel', ['ACADM', 'ACADVL'])],
  [asked('Rapid Aneuploidy FISH')],
  [PANEL, ARRAY],
]

/** What the portal reads of the last message after these acts: the text of its PDFs, and its results as data. */
async function reported(tests: ReceivedTest[], seed: number, acts: readonly Act[]) {
  const order = sampleTaken({ tests })
  const done = acts.map((act, index) => ({
    ...{ controlId: `R${index}`, sender: order.sender, orderId: order.orderId, act, told: true },
    at: `2026-03-${13 + index}T10:00:00.000Z`,
  }))
  const last = done.at(-1)
  if (!last) throw new Error('nothing was done')
  const settings = { seed, laboratoryName: 'Larkfield Genetics' }
  const read = codec.read(await writeResult(sampleSimulatedOrder({ order, done }), last, settings))
  if (read.kind !== 'news') throw new Error('expected a result')
  const [update] = read.updates.filter(({ report }) => report !== null)
  const pdfs = await Promise.all(pdfsOf(update).map(wordsOf))
  return { kinds: kindsOf(update?.report), pdf: pdfs.join('\n'), results: resultsIn(update?.report) }
}

const kindsOf = (report: ReportUpdate | null | undefined) => report?.parts.map(({ kind }) => kind)

function resultsIn(report: ReportUpdate | null | undefined): GeneticResult[] {
  return (report?.parts ?? []).flatMap((part) =>
    part.kind === 'genetics' ? [readResult(part.findings)] : [],
  )
}

async function wordsOf(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return withoutSpace(text)
}

/** A PDF breaks lines where it likes, and repeats its mark and footer at the end of a page. */
const withoutSpace = (text: string) => text.replaceAll(/\s+/g, '')

/** Every name of a variant that a text gives. */
const namesIn = (text: string) => new Set(text.match(/c\.\d+C>T|arr\[GRCh38\][^×]*×\d/g))

function expectAgreement({ pdf, results }: Awaited<ReturnType<typeof reported>>) {
  const [result] = results
  if (!result) throw new Error('there is no result as data')
  expect(results).toHaveLength(1)
  expect(result.others).toEqual([])
  const told = [result.conclusion ?? '', ...result.study.regions].flatMap((one) => one.split('\n'))
  for (const line of told) for (const piece of line.split(': ')) expect(pdf).toContain(withoutSpace(piece))
  for (const { genes, cdna = '', protein = '', allelicState, change, significances, ...variant } of [
    ...result.variants,
  ]) {
    const of = { genes, cdna, protein, significances, ...variant }
    const row = [
      genes.map(geneName).join(),
      cdna,
      protein,
      variant.iscn,
      allelicState ?? change,
      ...classesOf(of),
    ]
    expect(pdf).toContain(withoutSpace(row.join('')))
  }
  const named = result.variants.map((variant) => variant.cdna ?? descriptionOf(variant))
  expect(namesIn(pdf)).toEqual(new Set(named.map(withoutSpace)))
  const outcomes = new Set(pdf.match(/POSITIVE|NEGATIVE|UNCERTAIN/g))
  const overall = outcomes.has('POSITIVE')
    ? 'Positive'
    : outcomes.has('UNCERTAIN')
      ? 'Inconclusive'
      : 'Negative'
  expect(result.overall).toBe(overall)
  return result
}

/** Writing and reading a PDF takes a while; a thorough run has more reports: REPORTS=200. */
const REPORTS = Number(process.env.REPORTS ?? 30)

test('reports the same result in the PDF and in the OBX after it', async () => {
  const found = new Set<string>()
  for (let seed = 0; seed < REPORTS; seed += 1) {
    const report = await reported(ORDERED[seed % ORDERED.length] ?? [], seed, [{ do: 'report' }])
    expect(report.kinds).toEqual(['document', 'genetics'])
    const { overall, variants } = expectAgreement(report)
    found.add(overall ?? '')
    for (const variant of variants) found.add(variant.allelicState ?? variant.change ?? '')
  }
  expect([...found].toSorted()).toEqual(
    ['Positive', 'Negative', 'Inconclusive', 'Heterozygous', 'Homozygous', 'Loss', 'Gain'].toSorted(),
  )
})

test('changes the class in both when a variant is reclassified, and keeps its name', async () => {
  const changes = new Set<string>()
  for (let seed = 0; seed < 10; seed += 1) {
    const tests = seed % 2 === 0 ? [PANEL] : [ARRAY]
    const before = expectAgreement(await reported(tests, seed, [{ do: 'report' }]))
    const after = expectAgreement(await reported(tests, seed, [{ do: 'report' }, { do: 'amend' }]))
    const [old, now] = [before, after].map(({ variants: [variant] }) => variant)
    if (old && now) expect({ ...now, significances: [] }).toEqual({ ...old, significances: [] })
    changes.add([old, now].map((one) => (one ? classesOf(one).join() : 'none')).join(' → '))
  }
  expect([...changes].toSorted()).toEqual([
    'Pathogenic → Likely pathogenic',
    'Uncertain significance → Pathogenic',
    'none → Pathogenic',
  ])
})

test('repeats the result in an addendum, and sends neither form of a withdrawn report', async () => {
  const first = await reported([PANEL], 1, [{ do: 'report' }])
  const addendum = await reported([PANEL], 1, [{ do: 'report' }, { do: 'addendum' }])
  expectAgreement(addendum)
  expect(addendum.results).toEqual(first.results)
  const withdrawn = await reported([PANEL], 1, [{ do: 'report' }, { do: 'withdraw' }])
  expect([withdrawn.pdf, withdrawn.results]).toEqual(['', []])
})
