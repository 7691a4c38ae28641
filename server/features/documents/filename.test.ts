import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanFilename, endingOf } from './filename.ts'

test.each([
  ['report.pdf', 'report.pdf'],
  ['C:\\Users\\Ada\\report.pdf', 'report.pdf'],
  ['../../etc/passwd.txt', 'passwd.txt'],
  ['Überweisung Nguyễn 報告 تقرير.pdf', 'Überweisung Nguyễn 報告 تقرير.pdf'],
  ['Nguye\u0302\u0303n.pdf', 'Nguyễn.pdf'],
  ['a\r\nb\t\u0000c.pdf', 'abc.pdf'],
  ['report\u202efdp.exe', 'reportfdp.exe'],
  ['  a   b .pdf ', 'a b.pdf'],
  ['..hidden.txt', 'hidden.txt'],
  ['a"b<c>?.csv', 'a_b_c__.csv'],
  ['.pdf', 'pdf'],
  ['', 'document'],
  [`${'é'.repeat(200)}.docx`, `${'é'.repeat(115)}.docx`],
  [`${'😀'.repeat(200)}.docx`, `${'😀'.repeat(115)}.docx`],
])('%j is stored as %j', (sent, cleaned) => {
  expect(cleanFilename(sent)).toBe(cleaned)
})

test('any name sent becomes short, without path or control characters, and keeps its extension', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('pdf', 'PNG', ''),
      (stem, ending) => {
        const cleaned = cleanFilename(ending ? `${stem}.${ending}` : stem)
        expect([...cleaned].length).toBeLessThanOrEqual(120)
        expect(cleaned).not.toMatch(/[/\\\p{Cc}]/u)
        expect(cleaned).not.toBe('')
        expect(cleaned.isWellFormed()).toBe(true)
        expect(encodeURIComponent(cleaned)).toBeTruthy()
        if (ending && cleaned.includes('.')) expect(endingOf(cleaned)).toBe(ending.toLowerCase())
      },
    ),
  )
})
