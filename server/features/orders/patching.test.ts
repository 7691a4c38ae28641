import { expect, test } from 'vitest'
import { changeable } from './patching.ts'

test.each([
  ['itself', '/addOn', '/addOn', false],
  ['what is below', '/addOn', '/addOn/kind', false],
  ['no other that begins so', '/addOn', '/addOnTests/0', true],
  ['nothing above', '/payment/billingType', '/payment', true],
  ['any one part', '/patients/*/key', '/patients/3/key', false],
  ['and that part alone', '/patients/*/key', '/patients/3/keys', true],
  ['one part, not two', '/patients/*/key', '/patients/3/payment/key', true],
])('an invalid pattern means %s', (_, pattern, path, left) => {
  const operations = [{ op: 'replace' as const, path, value: '' }]
  expect(changeable(operations, ['/isVOB', pattern])).toEqual(left ? operations : [])
})

test('what is copied from an invalid path stays there; what is moved from it would not', () => {
  const copied = { op: 'copy' as const, from: '/addOn', path: '/clinicalNotes' }
  const moved = { ...copied, op: 'move' as const }
  expect(changeable([copied, moved], ['/addOn'])).toEqual([copied])
  expect(changeable([copied, moved], [])).toEqual([copied, moved])
})
