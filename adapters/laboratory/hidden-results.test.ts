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

test.each(['I', 'N'])('a file or a figure under OBX-11 %s contradicts it, and words do not', (status) => {
  for (const obx of [ed(BASE64, status), `OBX|1|NM|A^Copies^L||2||||||${status}`])
    expect(updatesOf(group('F'), obx)).toMatchObject([{ report: { status: 'unclear', parts: [{}] } }])
  expect(updatesOf(group('I'), `OBX|1|TX|A^Note^L||Pending||||||${status}`)).toMatchObject([{ report: null }])
})

test.each([
  'OBX|1|ED|R^Report^L||^^^Base64^||||||F',
  'OBX|1|ED|R^Report^L||||||||F',
  'OBX|1|ST|R^Report^L||||||||F',
  'OBX|1|TX|R^Report^L||""||||||F',
])('a result without content is none: %s', (obx) => {
  expect(updatesOf(group('F'), obx)).toMatchObject([{ report: { status: 'final', parts: [] } }])
})

test('a final group with a recommendation alone says so', () => {
  const [update] = updatesOf(group('F'), 'OBX|1|TX|TREATMENT^Diet^L|1|Less salt||||||F')
  expect(update?.report).toMatchObject({ parts: [], withRecommendation: true, testName: 'Exome' })
})

test('OBR-25 X cancels a test, and ORC-1 OC the order', () => {
  expect(updatesOf(group('X'))).toMatchObject([{ state: 'cancelled', isOfTest: true }])
  const [ofOrder] = updatesOf('ORC|OC|12|26-1', group('X'))
  expect([ofOrder?.state, ofOrder?.isOfTest]).toEqual(['cancelled', undefined])
})

test('what stands behind the PID of somebody else is of them, and notes on the next patient are theirs', () => {
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
