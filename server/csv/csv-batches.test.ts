import { expect, test } from 'vitest'
import { writeCsv } from '#contract/csv.ts'
import { csvInPieces } from './csv-batches.ts'

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => [`${index}`, 'Nguyễn, "Bo"', '=1+1'])
const HEADINGS = ['Number', 'Name', 'Formula']

test.each([0, 1, 499, 500, 501, 1500])(
  'a file of %i rows equals the one written in one go',
  async (count) => {
    const written = await csvInPieces(HEADINGS, rows(count))
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(written)).toBe(
      writeCsv(HEADINGS, rows(count)),
    )
  },
)

test('yields to other work between batches, and makes each row only when it is needed', async () => {
  let made = 0
  function* making() {
    for (const row of rows(2000)) {
      made += 1
      yield row
    }
  }
  const written = csvInPieces(HEADINGS, making())
  const seen: number[] = []
  const look = () => {
    seen.push(made)
    if (made < 2000) setImmediate(look)
  }
  setImmediate(look)
  await written
  expect(seen.length).toBeGreaterThan(2)
  expect(Math.min(...seen)).toBeLessThan(2000)
})
