import { expect, test } from 'vitest'
import { codec, PDF, result } from './testing/messages.ts'

const BASE64 = PDF.toString('base64')
const group = (status: string, test = 'WES01^Exome^L') => `OBR|1|12|26-1|${test}${'|'.repeat(21)}${status}`
const ed = (data: string, status: string) =>
  `OBX|1|ED|R^Report^L||^application^PDF^Base64^${data}||||||${status}`

function updatesOf(...segments: string[]) {
  const message = codec.read(result(...segments))
  if (message.kind !== 'news') throw new Error(JSON.stringify(message))
  return message.updates
}

test.each(['I', 'N'])('OBX-11 %s contradicts a file or figure, but not text', (status) => {
  for (const obx of [ed(BASE64, status), `OBX|1|NM|A^Copies^L||2||||||${status}`])
    expect(updatesOf(group('F'), obx)).toMatchObject([{ report: { status: 'unclear', parts: [{}] } }])
  expect(updatesOf(group('I'), `OBX|1|TX|A^Note^L||Pending||||||${status}`)).toMatchObject([{ report: null }])
})

test.each([
  'OBX|1|ED|R^Report^L||^^^Base64^||||||F',
  'OBX|1|ED|R^Report^L||||||||F',
  'OBX|1|ST|R^Report^L||||||||F',
  'OBX|1|TX|R^Report^L||""||||||F',
])('ignores a result without content: %s', (obx) => {
  expect(updatesOf(group('F'), obx)).toMatchObject([{ report: { status: 'final', parts: [] } }])
})

test('reads a final group with only a recommendation as final', () => {
  const [update] = updatesOf(group('F'), 'OBX|1|TX|TREATMENT^Diet^L|1|Less salt||||||F')
  expect(update?.report).toMatchObject({ parts: [], withRecommendation: true, testName: 'Exome' })
})

test('cancels a test for OBR-25 X, and the order for ORC-1 OC', () => {
  expect(updatesOf(group('X'))).toMatchObject([{ state: 'cancelled', isOfTest: true }])
  const [ofOrder] = updatesOf('ORC|OC|12|26-1', group('X'))
  expect([ofOrder?.state, ofOrder?.isOfTest]).toEqual(['cancelled', undefined])
})

test('assigns what follows another person’s PID to that person, including notes before the next PID', () => {
  const other = 'PID|2||MRN99||Falk^Otto||19710909|M'
  const text = (words: string) => `OBX|1|TX|N^Note^L||${words}||||||F`
  const split = updatesOf(group('F'), text('Of Linh'), other, 'NTE|1||About Otto', text('Of Otto'))
  expect(split.map(({ patient, orderId }) => [patient?.names[0]?.last, orderId])).toEqual([
    ['Nguyen', 12],
    ['Falk', 12],
  ])
  expect(JSON.stringify(split[0])).not.toContain('Otto')
  const two = updatesOf(
    group('F'),
    text('Of Linh'),
    other,
    'NTE|1||About Otto',
    group('F').replace('|12|', '|13|'),
    text('b'),
  )
  expect(two).toHaveLength(2)
  expect(JSON.stringify(two[0])).not.toContain('Otto')
  expect(JSON.stringify(two[1]?.report?.parts)).toContain('About Otto')
})
