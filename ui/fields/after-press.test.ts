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
function fire(type: string, target: EventTarget = new TextField()) {
  page.dispatchEvent(Object.defineProperty(new Event(type), 'target', { value: target }))
  vi.runAllTimers()
}

test('what a field shows once it is left comes at once, but not between pressing and releasing', () => {
  const events: string[] = []
  afterPress(() => events.push('left by the keyboard'))
  expect(events).toEqual(['left by the keyboard'])

  fire('pointerdown')
  // Which the browser says of an edited text field before it says that it is left.
  fire('change')
  afterPress(() => events.push('left by a press'))
  vi.runAllTimers()
  expect(events).toHaveLength(1)
  fire('pointerup')
  expect(events).toEqual(['left by the keyboard', 'left by a press'])
})

test('a choice from a list of the browser ends the press, of which there is no release', () => {
  const events: string[] = []
  fire('pointerdown')
  afterPress(() => events.push('left'))
  expect(events).toEqual([])
  fire('change', new ListField())
  expect(events).toEqual(['left'])
})
