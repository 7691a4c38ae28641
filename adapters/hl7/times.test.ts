import { expect, test } from 'vitest'
import { codec, result } from '../laboratory/testing/messages.ts'
import { isTime, readDate, readTime } from './times.ts'

test.each([
  ['20260313100000-0500', '2026-03-13T15:00:00.000Z'],
  ['20260313101500.5-0500', '2026-03-13T15:15:00.500Z'],
  // Four decimals are a fraction of the second, never the next second.
  ['20260313101500.9999+0000', '2026-03-13T10:15:00.999Z'],
  ['20260313101500.0001', '2026-03-13T10:15:00.000Z'],
  ['2026031310', '2026-03-13T10:00:00.000Z'],
  ['202603131015+0530', '2026-03-13T04:45:00.000Z'],
  // A date with a zone begins at midnight there.
  ['20260313', '2026-03-13T00:00:00.000Z'],
  ['20260313-0500', '2026-03-13T05:00:00.000Z'],
  ['20260313+1400', '2026-03-12T10:00:00.000Z'],
  ['20240229', '2024-02-29T00:00:00.000Z'],
])('[MSG-13] HL7 time %s is exactly %s', (text, iso) => {
  expect(readTime(text)?.toISOString()).toBe(iso)
  expect(isTime(text)).toBe(true)
})

test.each(['20260230', '20250229', '20261301', '20260300', '2026031324', '202603131060', '20260313101560'])(
  '[MSG-13] %s is no time that there is',
  (text) => {
    expect([readTime(text), isTime(text), readDate(text)]).toEqual([null, false, ''])
  },
)

test.each([
  'TODAY',
  '03/13/2026',
  '2026-03-13',
  '18991231',
  '20260313101500.',
  '20260313+9900',
  '20260313+0560',
])('%s is not an HL7 time', (text) => expect([readTime(text), isTime(text)]).toEqual([null, false]))

test('a year or a month is a time, but not an instant', () => {
  for (const text of ['2026', '202603'])
    expect([readTime(text), readDate(text), isTime(text)]).toEqual([null, '', true])
})

test('[MSG-13] a birth date keeps its day, whatever time and zone stand behind it', () => {
  for (const text of ['20190314', '20190314-0500', '20190314233000-0500', '201903140015+1400'])
    expect(readDate(text)).toBe('2019-03-14')
})

test.each([
  [['OBR|1|12|26-1|||||||||||||||||||20260230'], 'OBR-22'],
  [['OBR|1|12|26-1|||||||||||||||||||TODAY'], 'OBR-22'],
  [['OBR|1|12|26-1', 'SPM|1|12-s1||||||||||||||||20260230080000'], 'SPM-18'],
])('[MSG-13] %j is refused: a time that there is not', (segments, field) => {
  const read = codec.read(result(...segments))
  expect(read).toMatchObject({ kind: 'refused', code: 'AE', reason: expect.stringContaining(field) })
})

test('[MSG-13] MSH-7 and PID-7 that are no time are refused by name', () => {
  const good = result('OBR|1|12|26-1')
  const refusalOf = (raw: string) => codec.read(raw)
  expect(refusalOf(good.replace('20260313101500-0500', '20260230'))).toMatchObject({
    reason: expect.stringContaining('MSH-7'),
  })
  expect(refusalOf(good.replace('Nguyen^Linh', 'Nguyen^Linh||20190230'))).toMatchObject({
    reason: expect.stringContaining('PID-7'),
  })
})

test.each([
  ['20260313101500-0500', '20260313090000', '2026-03-13T14:00:00.000Z'],
  ['20260313101500-0500', '20260313', '2026-03-13T05:00:00.000Z'],
  ['20260313101500-0500', '20260313090000+0100', '2026-03-13T08:00:00.000Z'],
  ['20260313101500', '20260313090000', '2026-03-13T09:00:00.000Z'],
  ['', '20260313090000', '2026-03-13T09:00:00.000Z'],
])('[MSG-13] in a message of %j, the time %s is %s: its offset is that of the message', (sent, time, iso) => {
  const group = [
    ...['ORC|RE|12|26-1', `OBR|1|12|26-1|WES01||||||||||||||||||${time}|||F`],
    ...['OBX|1|NM|718-7^Hemoglobin^LN||9.1||||||F', `SPM|1|12-s1||||||||||||||||${time}`],
  ]
  const read = codec.read(result(...group).replace('20260313101500-0500', sent))
  const at = new Date(iso)
  expect(read).toMatchObject({ updates: [{ at, report: { madeAt: at }, specimens: [{ arrivedAt: at }] }] })
})

test('[MSG-13] the day of an expected report is the laboratory’s, by the offset of the message', () => {
  const expected = (sent: string) => {
    const group = [`ORC|RE|12|26-1${'|'.repeat(24)}20260326013000`, 'OBR|1|12|26-1|WES01']
    return codec.read(result(...group).replace('20260313101500-0500', sent))
  }
  expect(expected('20260313101500-0500')).toMatchObject({ updates: [{ expectedOn: '2026-03-26' }] })
  expect(expected('20260313101500')).toMatchObject({ updates: [{ expectedOn: '2026-03-25' }] })
})
