import { inflateSync } from 'node:zlib'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { findingFor } from './findings.ts'
import { writeReport } from './report.ts'
import { sampleTaken } from './testing/simulated-order.ts'

const ORDER = sampleTaken({
  tests: Array.from({ length: 9 }, (_, index) => ({
    code: `T${index}`,
    name: `Panel of genes ${index}`,
    chosenBy: '',
    genes: [],
  })),
})
const OPTIONS = {
  ...{ laboratoryName: 'Larkfield Genetics', seed: 1, at: new Date('2026-03-13T10:00:00Z') },
  ...{ revisions: [], act: 'report' as const, words: '', classifiedOn: '2026-03-13', ignoresConsent: false },
}

/** The whole file with its streams decompressed. */
function contentOf(pdf: Buffer): string {
  const source = pdf.toString('latin1')
  const streams = [...source.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, packed = '']) => {
    try {
      return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
    } catch {
      return packed
    }
  })
  return source + streams.join('\n')
}

test('prints every character of the name', async () => {
  const content = contentOf((await writeReport(ORDER, OPTIONS)).pdf)
  // The font's mapping to Unicode contains ễ (U+1EC5).
  expect(content).toMatch(/beginbfrange[\s\S]*<1ec5>/i)
})

test('returns the same bytes for the same order, so that a repeated message is identical', async () => {
  const [first, second] = [await writeReport(ORDER, OPTIONS), await writeReport(ORDER, OPTIONS)]
  expect(first.pdf.equals(second.pdf)).toBe(true)
  expect(first.findings).toEqual(second.findings)
})

test('writes a different report with a different finding for a correction', async () => {
  const corrected = {
    ...OPTIONS,
    revisions: [{ do: 'correct' as const }],
    act: 'correct' as const,
    words: 'The specimen was mixed up.',
  }
  const [first, second] = [await writeReport(ORDER, OPTIONS), await writeReport(ORDER, corrected)]
  expect(second.pdf.equals(first.pdf)).toBe(false)
  expect(findingFor('12', 'T0', 1, [{ do: 'correct' }]).summary).not.toBe(findingFor('12', 'T0', 1).summary)
})

test('does not print a number derived from the order as the clinic’s record number', async () => {
  const wordsOf = async (recordNumber: string) => {
    const order = { ...ORDER, patient: { ...ORDER.patient, recordNumber } }
    const pdf = await getDocumentProxy(new Uint8Array((await writeReport(order, OPTIONS)).pdf))
    return (await extractText(pdf, { mergePages: true })).text
  }
  expect(await wordsOf('MRN88')).toContain('MRN88')
  expect(await wordsOf(`${ORDER.orderId}-proband`)).not.toContain(`${ORDER.orderId}-proband`)
})
