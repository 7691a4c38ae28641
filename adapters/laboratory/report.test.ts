import { expect, test } from 'vitest'
import { pdfsOf } from './testing/documents.ts'
import { codec, PDF, result } from './testing/messages.ts'

const BASE64 = PDF.toString('base64')
const half = Math.floor(BASE64.length / 2) + 1

function reportIn(...obx: string[]): Buffer | null {
  const message = codec.read(result('OBR|1|12|26-1||||||||||||||||||||||F', ...obx))
  return (message.kind === 'news' && pdfsOf(message.updates[0])[0]) || null
}

test.each([
  ['labelled as the notes say', `OBX|1|ED|R||LIS^application^PDF^Base64^${BASE64}`],
  ['labelled otherwise', `OBX|1|ED|R||LIS^TEXT^^BASE64^${BASE64}`],
  ['as plain text', `OBX|1|ST|R||${BASE64}`],
  [
    'cut into repetitions of the whole ED',
    `OBX|1|ED|R||^^PDF^Base64^${BASE64.slice(0, half)}~^^PDF^Base64^${BASE64.slice(half)}`,
  ],
  [
    'cut into repetitions of the data alone',
    `OBX|1|ED|R||^^PDF^Base64^${BASE64.slice(0, half)}~${BASE64.slice(half)}`,
  ],
  [
    'encoded piece by piece',
    `OBX|1|ED|R||^^PDF^Base64^${PDF.subarray(0, 10).toString('base64')}~${PDF.subarray(10).toString('base64')}`,
  ],
  ['with escaped line breaks', `OBX|1|ED|R||^^PDF^Base64^${BASE64.replace(/(.{20})/g, '$1\\.br\\')}`],
  ['with bare line breaks', `OBX|1|ED|R||^^PDF^Base64^${BASE64.replace(/(.{20})/g, '$1\r\n')}`],
  ['in hexadecimal', `OBX|1|ED|R||^^PDF^Hex^${PDF.toString('hex')}`],
])('finds a report %s', (_, obx) => {
  expect(reportIn('OBX|1|ST|S||Negative', obx)).toEqual(PDF)
})

test.each(['D', 'W', 'X'])('ignores a result withdrawn with OBX-11 %s', (status) => {
  expect(reportIn(`OBX|1|ED|R||^^PDF^Base64^${BASE64}||||||${status}`)).toBeNull()
})

test('does not read text as a document', () => {
  expect(reportIn('OBX|1|TX|S||No PDF here: %PDF-', 'OBX|2|ED|I||^TEXT^^A^In words')).toBeNull()
})
