import { expect, test } from 'vitest'
import { codec } from '../laboratory/testing/messages.ts'
import { decodeText } from './character-set.ts'

const header = (set: string) => `MSH|^~\\&|||||||ORU^R01|1|P|2.5.1||||||${set}\rPID|`

test.each([
  ['UTF-8 without a word', Buffer.from(`${header('')}Nguyễn`, 'utf8'), 'Nguyễn'],
  ['UTF-8 by name', Buffer.from(`${header('UNICODE UTF-8')}Nguyễn`, 'utf8'), 'Nguyễn'],
  ['Latin-1 without a word', Buffer.from(`${header('')}Müller`, 'latin1'), 'Müller'],
  ['ISO 8859-2 by name', Buffer.concat([Buffer.from(header('8859/2'), 'latin1'), Buffer.of(0xa3)]), 'Ł'],
  ['without NUL', Buffer.from(`${header('')}Ng\0uyễn`, 'utf8'), 'Nguyễn'],
  ['a part that does not exist', Buffer.from(`${header('8859/12')}Müller`, 'latin1'), 'Müller'],
])('%s', (_, bytes, text) => {
  expect(decodeText(bytes).endsWith(`PID|${text}`)).toBe(true)
})

test.each(['utf16le', 'utf16be', 'marked'])(
  'UTF-16 (%s) is refused, and not read without its letters',
  (kind) => {
    const raw =
      'MSH|^~\\&|LIS|LARKFIELD|KARYO|PORTAL|20260313||ORU^R01|M1|P|2.5.1\rOBR|1|12\rOBX|1|TX|N||Ĝ ễ||||||F\r'
    const bytes = Buffer.from(kind === 'marked' ? `\uFEFF${raw}` : raw, 'utf16le')
    if (kind === 'utf16be') bytes.swap16()
    const read = codec.read(decodeText(bytes))
    expect(read).toMatchObject({
      kind: 'refused',
      code: 'AR',
      reason: expect.stringContaining('MSH is missing'),
    })
    expect(JSON.stringify(read)).not.toContain('\\u0000')
  },
)
