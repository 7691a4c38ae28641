import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { DEMONSTRATION_MARK, type ReportedOrder } from '#domain/reports/demonstration/report.ts'
import { writeDemonstration } from './write.ts'

const ORDER: ReportedOrder = {
  ...{ laboratory: 'Larkfield Genetics', laboratoryNumber: '26-104417', orderId: '4711' },
  patient: { name: 'Nguyễn, Linh', dateOfBirth: '2019-03-14', sex: 'Female', recordNumber: 'MRN-1001' },
  ...{ provider: 'Ada Okafor', institution: 'Harbor & Vale Clinic', indications: ['G40.309 Epilepsy'] },
  specimen: { types: ['Blood'], collectedOn: '2026-03-01', receivedOn: '2026-03-03' },
  ...{ reportedOn: '2026-03-20', status: 'amended', words: 'New families were published.' },
  tests: [
    { code: '4001', name: 'Epilepsy Panel', genes: ['SCN1A', 'KCNQ2'], outcome: 'positive' },
    { code: '1700', name: 'Microarray', genes: [], outcome: 'negative' },
  ],
}

async function pagesOf(order: ReportedOrder): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await writeDemonstration(order)))
  return (await extractText(pdf, { mergePages: false })).text
}

test('[UX-05] a report has what a laboratory writes, the result before its interpretation, and is marked on every page', async () => {
  const pages = await pagesOf(ORDER)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(DEMONSTRATION_MARK)
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(page).toContain('Nguyễn, Linh, born 14 Mar 2019')
  }
  const text = pages.join('\n')
  const sections = [
    ...[
      'Larkfield Genetics',
      'Epilepsy Panel + Microarray',
      'AMENDED REPORT',
      'New families were published.',
    ],
    ...['Nguyễn, Linh', 'MRN-1001', 'G40.309 Epilepsy', 'POSITIVE', 'NEGATIVE', 'Interpretation'],
    ...[
      'Recommendations',
      'Methods',
      'Genes analyzed: Epilepsy Panel (4001), 2',
      'Limitations',
      'References',
    ],
    'Electronically signed',
  ]
  const unwrapped = text.replaceAll('\n', ' ')
  for (const part of sections) expect(unwrapped).toContain(part)
  const at = (words: string) => text.indexOf(words)
  expect(at('POSITIVE')).toBeLessThan(at('Interpretation'))
  expect(at('Interpretation')).toBeLessThan(at('Methods'))
  for (const known of ['26-104417', '4711', 'Ada Okafor', 'Harbor & Vale Clinic', 'Blood', '3 Mar 2026'])
    expect(text).toContain(known)
})

test('keeps signature and page numbers in a report of the largest panel', async () => {
  const genes = Array.from({ length: 2000 }, (_, index) => `GENE${index}`)
  const [first] = ORDER.tests
  const pages = await pagesOf({ ...ORDER, tests: first ? [{ ...first, genes }] : [] })
  expect(pages.length).toBeLessThan(6)
  expect(pages.at(-1)).toContain('Electronically signed')
  expect(pages.join('\n')).toMatch(/and\s+1600 more/)
})
