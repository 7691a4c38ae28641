import { expect, test } from 'vitest'
import type { FrameMessage } from '#domain/catalogue/frame-messages.ts'
import { createCatalogueFrame } from './catalogue-frame.ts'

const CATALOGUE = 'https://catalogue.example'
const token = (tokenExpirationDate: number): FrameMessage => ({ type: 'token', tokenExpirationDate })

function setUp() {
  const posted: [unknown, string][] = []
  const target = {
    postMessage: (message: unknown, origin: unknown) => void posted.push([message, String(origin)]),
  }
  return { frame: createCatalogueFrame(), posted, target: target as Window }
}

test('everything is posted to the catalogue’s origin and to no other', () => {
  const { frame, posted, target } = setUp()
  frame.opened(target, CATALOGUE)
  frame.post(token(1000))
  frame.post({ type: 'ordered', codes: ['1600'] })
  frame.post({ type: 'logout' })
  expect(posted).toEqual([
    [token(1000), CATALOGUE],
    [{ type: 'ordered', codes: ['1600'] }, CATALOGUE],
    [{ type: 'logout' }, CATALOGUE],
  ])
})

test('what was said before the frame had loaded is posted then, of the session what was said last', () => {
  const { frame, posted, target } = setUp()
  frame.post(token(1000))
  frame.post({ type: 'ordered', codes: ['1600'] })
  frame.post(token(2000))
  frame.opened(target, CATALOGUE)
  expect(posted).toEqual([
    [{ type: 'ordered', codes: ['1600'] }, CATALOGUE],
    [token(2000), CATALOGUE],
  ])
  frame.opened(target, CATALOGUE)
  expect(posted).toHaveLength(2)
})

test('a frame that is no more hears nothing', () => {
  const { frame, posted, target } = setUp()
  frame.opened(target, CATALOGUE)
  frame.closed()
  frame.post({ type: 'logout' })
  expect(posted).toEqual([])
})
