import { expect, test } from 'vitest'
import { originForm } from './origin-form.ts'

test.each([
  ['/api/orders?x=1', '/api/orders?x=1'],
  ['http://portal.test/api/orders?x=1', '/api/orders?x=1'],
  ['HTTPS://user@portal.test:444/api', '/api'],
  ['http://portal.test', '/'],
  ['http://portal.test?x=1', '/?x=1'],
  ['//other.test/api', '//other.test/api'],
  ['*', '/'],
  ['portal.test:443', '/'],
  ['', '/'],
])('turns the request target %j into %j', (target, form) => {
  expect(originForm(target)).toBe(form)
})
