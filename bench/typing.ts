/**
 * Typing into the order form with a trio and ten tests, and into one field of a page with only React:
 * processor time per letter, and the delay until it is painted; at this machine's speed and at a quarter of
 * it.
 */
import type { Page } from '@playwright/test'
import { openClinic } from '../e2e/clinic.ts'
import { type Line, lineOf, saveResults, settingsOf } from './harness.ts'
import { startPortal } from './portal.ts'
import { openBrowser } from './web/browser.ts'
import { startOnlyReact } from './web/only-react.ts'
import { signIn } from './web/sign-in.ts'
import { trioDraft } from './web/trio-draft.ts'
import { openTyping, type TypingResult } from './web/typing.ts'

const settings = settingsOf({ rounds: 5, tests: 10 }, { rounds: 1 })
const FLOOR = 'only React'
const SLOWDOWNS = [1, 4]
const FIELDS = ['patients/0/firstName', 'patients/1/lastName', 'patients/2/firstName', 'clinicalNotes']

const portal = await startPortal()
const onlyReact = await startOnlyReact()
const browser = await openBrowser()
try {
  const draft = await trioDraft(await openClinic(portal.origin, 'provider@demo.test'), settings.tests)
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const pageAt = async (url: string) => {
    const page = await context.newPage()
    await page.goto(url)
    return page
  }
  const form = await pageAt(`${portal.origin}/create?draft=${draft}`)
  await signIn(form)
  const pages = [
    { name: FLOOR, page: await pageAt(onlyReact.url), fields: ['input'] },
    { name: 'order form', page: form, fields: FIELDS.map((path) => `[data-path="/${path}"]`) },
  ]
  const typists = await Promise.all(
    pages.map(async ({ name, page, fields }) => ({ name, type: await openTyping(page, fields) })),
  )
  const kinds = SLOWDOWNS.flatMap((slowdown) =>
    typists.map(({ name, type }) => ({ name, slowdown, type, typed: [] as TypingResult[] })),
  )
  for (let round = -1; round < settings.rounds; round += 1)
    for (const { slowdown, type, typed } of kinds) {
      const one = await type(slowdown)
      if (round >= 0) typed.push(one)
    }
  const size = await sizeOf(form)
  await saveResults({ name: 'typing', settings: { ...settings, ...size } }, kinds.flatMap(linesOf))
} finally {
  await browser.close()
  onlyReact.stop()
  await portal.stop()
}

function sizeOf(page: Page) {
  return page.evaluate(() => ({
    elements: document.querySelectorAll('#root *').length,
    fields: document.querySelectorAll('#root :is(input, textarea, select)').length,
  }))
}

function linesOf({
  name,
  slowdown,
  typed,
}: {
  name: string
  slowdown: number
  typed: readonly TypingResult[]
}): Line[] {
  const called = slowdown === 1 ? name : `${name}, at 1/${slowdown} of the speed`
  const of = (figure: (one: TypingResult) => readonly number[]) => typed.flatMap(figure)
  return [
    lineOf(
      `${called}: processor a letter`,
      'ms',
      of(({ cpu }) => [cpu]),
    ),
    lineOf(
      `${called}: until a letter is painted`,
      'ms',
      of(({ delays }) => delays),
    ),
    lineOf(
      `${called}: the longest of a round`,
      'ms',
      of(({ delays }) => [Math.max(...delays)]),
    ),
  ]
}
