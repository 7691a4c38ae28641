import { expect, test } from 'vitest'
import { otherProvider } from './other-provider.ts'

test('only the portal’s own identity provider sends mails to verify an address', () => {
  expect(otherProvider('https://portal.test/identity', 'https://portal.test')).toBeNull()
  expect(otherProvider('https://login.hospital.test/realms/staff', 'https://portal.test')).toBe(
    'login.hospital.test',
  )
  expect(otherProvider('https://portal.test/elsewhere', 'https://portal.test')).toBe('portal.test')
})
