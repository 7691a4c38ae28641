import { expect, test } from 'vitest'
import { proofOf } from './proof.ts'

test.each([
  ['a=1; __Host-karyo_launched_x=secret; b=2', 'secret'],
  ['karyo_launched_x=secret', 'secret'],
  ['karyo_launched_y=another', null],
  ['not_karyo_launched_x=another', null],
  ['', null],
])('of the cookies %j, a launch takes its own', (cookies, proof) => {
  expect(proofOf('x', cookies)).toBe(proof)
})
