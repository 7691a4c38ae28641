import { afterAll, beforeAll, expect, test, vi } from 'vitest'

class TextField extends EventTarget {}
class ListField extends EventTarget {}
const page = new EventTarget()
let afterPress: typeof import('./after-press.ts')['afterPress']

beforeAll(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('HTMLSelectElement', ListField)
  ;({ afterPress } = await import('./after-press.ts'))
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Something happens in the page, at a field. */
function happens(type: string, target: EventTarget = new TextField()) {
  page.dispatchEvent(Object.defineProperty(new Event(type), 'target', { value: target }))
  vi.runAllTimers()
}

test('what a field shows once it is left comes at once, but not between pressing and releasing', () => {
  const shown: string[] = []
  afterPress(() => shown.push('left by the keyboard'))
  expect(shown).toEqual(['left by the keyboard'])

  happens('pointerdown')
  // Which the browser says of an edited text field before it says that it is left.
  happens('change')
  afterPress(() => shown.push('left by a press'))
  vi.runAllTimers()
  expect(shown).toHaveLength(1)
  happens('pointerup')
  expect(shown).toEqual(['left by the keyboard', 'left by a press'])
})

test('a choice from a list of the browser ends the press, of which there is no release', () => {
  const shown: string[] = []
  happens('pointerdown')
  afterPress(() => shown.push('left'))
  expect(shown).toEqual([])
  happens('change', new ListField())
  expect(shown).toEqual(['left'])
})
