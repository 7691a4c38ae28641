import { expect, test } from 'vitest'
import { readCopyTo } from './recipient.ts'

test.each([
  ['Dr. Quill, quill@clinic.test', { name: 'Dr. Quill', fax: '', email: 'quill@clinic.test' }],
  ['Dr. Quill <quill@clinic.test>', { name: 'Dr. Quill', fax: '', email: 'quill@clinic.test' }],
  ['Dr. Quill; fax +1 (312) 555-0100', { name: 'Dr. Quill', fax: '+1 (312) 555-0100', email: '' }],
  [
    'Ward 4, 312-555-0100, ward4@clinic.test',
    { name: 'Ward 4', fax: '312-555-0100', email: 'ward4@clinic.test' },
  ],
])('%s', (typed, recipient) => {
  expect(readCopyTo(typed)).toEqual({ recipient, refused: null })
})

test("[UX-20] copies of a manifest's reports require a fax number or an email address", () => {
  expect(readCopyTo('Dr. Quill').refused).toBe('Enter an email address or a fax number for Dr. Quill')
  expect(readCopyTo('quill@clinic.test').refused).toBe('Enter the name of the recipient of the copies')
  expect(readCopyTo('  ')).toEqual({ recipient: null, refused: null })
})
