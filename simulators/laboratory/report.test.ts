import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Taken } from './journal.ts'
import { writeReport } from './report.ts'

const ORDER: Taken = {
  at: '2026-03-12T14:05:07.000Z',
  controlId: 'K1',
  sender: 'KARYO|PORTAL',
  orderId: '12',
  placerNamespace: 'KARYO',
  patient: { recordNumber: 'MRN88', lastName: 'Nguyễn', firstName: 'Linh', birthDate: '20190314', sex: 'F' },
  provider: { npi: '1234567893', lastName: 'Oduya', firstName: 'Maren' },
  institution: 'Harbor & Vale Clinic',
  tests: Array.from({ length: 9 }, (_, index) => ({
    code: `T${index}`,
    name: `Panel of genes ${index}`,
    chosenBy: '',
    genes: [],
  })),
  specimens: [{ number: '12-s1', type: 'Blood', collected: '20260311', of: '12-proband' }],
  relatives: [],
  existingNumber: '',
  laboratoryNumber: '26-104417',
  controlIds: { accessioned: 'a', 'in-process': 'b', reported: 'c' },
}
const OPTIONS = { laboratoryName: 'Larkfield Genetics', seed: 1, at: new Date('2026-03-13T10:00:00Z') }

/** Everything in the file, with its streams unpacked. */
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

test('the report is one page, also for many tests, and has a letter for every sign of the name', async () => {
  const content = contentOf(await writeReport(ORDER, OPTIONS))
  expect(content.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
  // The font's table from glyphs to Unicode holds ễ (U+1EC5).
  expect(content).toMatch(/beginbfrange[\s\S]*<1ec5>/i)
})

test('the same order gives the same bytes, so that a repeated message is the same', async () => {
  const [first, second] = [await writeReport(ORDER, OPTIONS), await writeReport(ORDER, OPTIONS)]
  expect(first.equals(second)).toBe(true)
})
