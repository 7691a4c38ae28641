import { expect, test } from 'vitest'
import { answerTo, answerWith, interchange } from './testing/messages.ts'
import { readInterchange, X12Fault } from './x12.ts'

const GOOD = answerWith('EB*1**30')

test('reports no problems in a proper interchange', () => {
  const { delimiters, transactions, problems } = readInterchange(GOOD)
  expect(delimiters).toEqual({ element: '*', repetition: '^', component: ':', terminator: '~' })
  expect(transactions).toMatchObject([{ type: '271', version: '005010X279A1' }])
  expect(transactions[0]?.segments).toHaveLength(9)
  expect(problems).toEqual([])
})

test.each<[string, (text: string) => string]>([
  ['line breaks behind segments', (text) => text.replaceAll('~', '~\r\n')],
  ['empty lines and tabs between segments', (text) => text.replaceAll('~', '~\n\n \t')],
  ['a line break as the terminator', (text) => text.replaceAll('~', '\n')],
  ['CR LF where CR is the terminator', (text) => text.replaceAll('~', '\r\n')],
  ['lines of 80 characters', (text) => text.replace(/(.{80})/g, '$1\n').replace(/^(.{80})\n/, '$1')],
  ['white space and a byte order mark in front', (text) => `\uFEFF\n  ${text}`],
  ['no terminator at the very end', (text) => text.slice(0, -1)],
  ['unpadded ISA fields', (text) => text.replace(/ +\*/g, '*')],
  ['other delimiters', (text) => text.replaceAll('*', '|').replaceAll('~', '\x1d').replaceAll('^', '!')],
])('reads an interchange regardless of %s', (_what, change) => {
  expect(readInterchange(change(GOOD))).toMatchObject({
    transactions: readInterchange(GOOD).transactions,
    problems: [],
  })
})

test('does not take ISA11 for a repetition separator before version 5010', () => {
  expect(readInterchange(GOOD.replace('*^*', '*U*')).delimiters.repetition).toBeNull()
})

test.each<[string, string, string]>([
  ['~SE*11*1~', '~SE*12*1~', 'SE01 (segments) says 12, found 11'],
  ['~SE*11*1~', '~SE*eleven*1~', 'SE01 (segments) says eleven, found 11'],
  ['~SE*11*1~', '~SE*11~', 'SE02 (control number) says nothing, found 1'],
  ['~GE*1*7~', '~GE*2*7~', 'GE01 (transactions) says 2, found 1'],
  ['~GE*1*7~', '~GE*1*8~', 'GE02 (control number) says 8, found 7'],
  ['~GE*1*7~', '~', 'The last group does not end: GE is missing'],
  ['~IEA*1*000000007~', '~IEA*3*000000007~', 'IEA01 (groups) says 3, found 1'],
  ['~IEA*1*000000007~', '~IEA*1*7~', 'IEA02 (control number) says 7, found 000000007'],
  ['~IEA*1*000000007~', '~', 'The interchange does not end: IEA is missing'],
  ['~IEA*1*000000007~', '~IEA*1*000000007~ISA*00~', 'Segments after the interchange were not read: ISA'],
  ['~IEA*1*000000007~', '~SE*1*1~IEA*1*000000007~', 'SE without a transaction'],
  ['~GE*1*7~', '~MSG*X~GE*1*7~', 'MSG is outside of a transaction'],
])('reports %s as %s, and still reads the content', (from, to, problem) => {
  const { problems, transactions } = readInterchange(GOOD.replace(from, to))
  expect(problems).toEqual([problem])
  expect(transactions).toEqual(readInterchange(GOOD).transactions)
})

test('does not read a truncated transaction, whose missing part is unknown', () => {
  for (let end = GOOD.indexOf('~GS') + 1; end <= GOOD.indexOf('~GE') - 1; end += 1)
    expect(readInterchange(GOOD.slice(0, end)).transactions).toEqual([])
  const twice = interchange(answerTo('1'), answerTo('2')).replace('~SE*10*1~', '~')
  const { transactions, problems } = readInterchange(twice)
  expect(transactions).toHaveLength(1)
  expect(problems[0]).toBe('A transaction does not end: SE is missing')
})

test('reports a group that does not end', () => {
  const { problems } = readInterchange(GOOD.replace('~GS*', '~GS*HB~GS*'))
  expect(problems).toEqual(['A group does not end: GE is missing', 'IEA01 (groups) says 1, found 2'])
})

test.each([
  ['', 'does not begin with ISA'],
  ['<html>Maintenance</html>', 'does not begin with ISA'],
  ['ISA', 'is cut off'],
  [GOOD.slice(0, 104), 'is cut off'],
  [GOOD.slice(0, 105), 'is cut off'],
  [GOOD.replaceAll('*', 'x'), 'invalid delimiters'],
  [GOOD.replaceAll('~', '*'), 'invalid delimiters'],
  [GOOD.replace('*^*', '*:*'), 'invalid delimiters'],
])('rejects %j', (text, message) => {
  expect(() => readInterchange(text)).toThrow(X12Fault)
  expect(() => readInterchange(text)).toThrow(message)
})
