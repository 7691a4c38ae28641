import { expect, test } from 'vitest'
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
