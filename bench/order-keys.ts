/**
 * Writes three typical orders (panel, trio, prenatal trio) through the real form by keyboard alone, and counts the
 * fields touched and the keys pressed until each is signed. The walk presses Tab from field to field and fills in what the
 * order needs, so that each field that is only passed costs a key. `node bench/order-keys.ts --portal
 * http://localhost:4000 --order panel` writes one of them in a portal that runs.
 */
import { chromium, type Page } from '@playwright/test'
import { browserOptions } from '../e2e/browser.ts'
import { type Line, lineOf, saveResults, settingsOf } from './harness.ts'
import { startPortal } from './portal.ts'
import { signIn } from './web/sign-in.ts'

/** What has the focus: its section, the groups around it, its label, and what it holds. */
interface Focused {
  section: string
  group: string
  label: string
  kind: 'text' | 'choice' | 'radio' | 'checkbox' | 'button' | 'other'
  isFilled: boolean
}

/** Where an answer belongs, as `section > group > label`, and what is typed there. */
type Answer = readonly [place: RegExp, typed: string]
interface Order {
  name: string
  test: string
  answers: readonly Answer[]
}

/** Of each run its own, of ten letters: an order that was placed before is warned of. */
const LAST_NAME = `Lark${[...String(Date.now() % 1_000_000).padStart(6, '0')].map((figure) => 'abcdefghij'[Number(figure)]).join('')}`

/** A day so many days from today as it is typed, 03142019. */
function typedDay(days: number): string {
  const [year, month, day] = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).split('-')
  return `${month}${day}${year}`
}
/** Villi of yesterday, at 12 weeks and 3 days of a pregnancy of 280. */
const COLLECTED = typedDay(-1)
const DUE = typedDay(-1 + 280 - 87)

/** The patient or mother, her specimen and everything else that each of the orders needs. */
const COMMON: readonly Answer[] = [
  [/Consents .*genetic testing/, ' '],
  [/Consents .*> Yes$/, ' '],
  [/Consents .*Samples from New York/, ' '],
  [/Consents .*have reviewed/, ' '],
  [/Payment .*Bill to/, 'Institution'],
]
const named = (group: string, first: string, last: string, born: string): Answer[] => [
  [new RegExp(`Patient and family > ${group}.*> First name`), first],
  [new RegExp(`Patient and family > ${group}.*> Last name`), last],
  [new RegExp(`Patient and family > ${group}.*> Date of birth`), born],
]
const PATIENT: readonly Answer[] = [
  ...named('(?!.*(mother|father|Mother|Father))', 'Wren', LAST_NAME, '03141989'),
  [/Patient and family > (?!.*(other|ather)).*> Sex$/, 'F'],
  [/Clinical information .*ICD-10/, 'G40.309'],
]
const parent = (role: string, first: string, born: string): Answer[] => [
  ...named(`.*${role}`, first, LAST_NAME, born),
  [new RegExp(`Patient and family > .*${role}.*> Affected`), 'Una'],
]
const ORDERS: readonly Order[] = [
  { name: 'panel', test: '2001', answers: [...COMMON, ...PATIENT, [/Specimens .*Specimen type/, 'B']] },
  {
    name: 'trio',
    test: '1600',
    answers: [
      ...COMMON,
      [/Patient and family .*> Add mother/, '\n'],
      [/Patient and family .*> Add father/, '\n'],
      ...parent('other', 'Elena', '07091990'),
      ...parent('ather', 'Javier', '07091988'),
      [/Patient and family > {2}> Date of birth/, '03142019'],
      ...PATIENT,
      [/Specimens .*Specimen type/, 'B'],
      [/Clinical information .*> Phenotype$/, 'HP:0001250'],
    ],
  },
  {
    name: 'prenatal trio',
    test: '1707',
    answers: [
      ...COMMON,
      [/Patient and family .*> Who is tested: the patient/, 'a fetus'],
      [/Patient and family .*> Add father/, '\n'],
      ...parent('ather', 'Javier', '07091988'),
      [/Add the mother’s specimen/, '\n'],
      [/Patient and family > {2}> Affected/, 'Una'],
      [/Pregnancy .*> Due date/, DUE],
      [/Clinical information .*ICD-10/, 'O35.2XX0'],
      ...PATIENT,
      [/Specimens > .*etus.*Specimen type/, 'C'],
      [/Specimens > .*etus.*Approach/, 'T'],
      [/Specimens .*Specimen type/, 'B'],
      [/Specimens .*Check for maternal cells/, 'M'],
      [/Specimens .*Date of collection/, COLLECTED],
      [/Clinical information .*> Phenotype$/, 'HP:0001250'],
    ],
  },
]

const KEYS: Readonly<Record<string, string>> = { '\n': 'Enter', '↓': 'ArrowDown', ' ': 'Space' }
/** More Tabs than any form has fields: the walk has lost its way. */
const MOST_STEPS = 600

const settings = settingsOf({ portal: '', order: '' }, {})
const portal = settings.portal === '' ? await startPortal() : null
const origin = portal?.origin ?? settings.portal
const browser = await chromium.launch(await browserOptions())
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${origin}/dashboard`)
  await signIn(page)
  await page.waitForURL(/dashboard/)
  const lines: Line[] = []
  for (const order of ORDERS)
    if (settings.order === '' || settings.order === order.name) {
      const { fields, keys, byShortcut } = await written(page, order)
      lines.push(
        lineOf(`${order.name}: fields touched`, 'fields', [fields]),
        lineOf(`${order.name}: keys until signed`, 'keys', [keys]),
        lineOf(`${order.name}: the same, submitted by Ctrl+Enter`, 'keys', [byShortcut]),
      )
    }
  await saveResults({ name: 'order-keys', settings: { small: settings.small } }, lines)
} finally {
  await browser.close()
  await portal?.stop()
}

async function written(page: Page, { test, answers }: Order) {
  const count = { fields: 0, keys: 0, passed: 0 }
  const press = async (key: string) => {
    await page.keyboard.press(key)
    count.keys += 1
  }
  const type = async (text: string) => {
    for (const letter of text) await press(KEYS[letter] ?? letter)
  }
  await page.goto(`${origin}/create`)
  await page
    .getByRole('combobox', { name: /^Test/ })
    .or(page.getByLabel('Test', { exact: true }))
    .first()
    .focus()
  await type(test)
  await page.getByRole('option').filter({ hasText: test }).first().waitFor()
  await press('Enter')
  count.fields += 1
  const touched = new Set<string>()
  let [complete, rounds] = [0, 0]
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const focused = await page.evaluate(focusedField)
    const place = [focused.section, focused.group, focused.label].join(' > ')
    if (process.env.SHOW) console.log(place, focused.kind, focused.isFilled)
    if (focused.label === 'Submit order') {
      rounds += 1
      if (await isReady(page, rounds)) break
    }
    const answer = answers.find(([where]) => where.test(place))
    if (!answer || focused.isFilled || touched.has(place)) {
      await press('Tab')
      count.passed += 1
      continue
    }
    touched.add(place)
    count.fields += 1
    await fill(page, focused, answer[1], { press, type })
    // What was added takes the focus to itself; from any other field the walk goes on.
    const after = await page.evaluate(focusedField)
    complete = count.keys
    if (focused.kind !== 'button' || after.label === focused.label) await press('Tab')
  }
  const toSubmit = count.keys - complete
  await press('Enter')
  const sign = page.getByRole('button', { name: 'Sign and submit' })
  await sign.waitFor()
  while (!(await sign.evaluate((button) => button === document.activeElement))) await press('Tab')
  await press('Enter')
  await page.waitForURL(/\/order\/(en-route|details)\/\d+/)
  return { ...count, byShortcut: count.keys - toSubmit }
}

interface Hands {
  press: (key: string) => Promise<void>
  type: (text: string) => Promise<void>
}

async function fill(page: Page, { kind }: Focused, text: string, { press, type }: Hands): Promise<void> {
  if (kind === 'radio') {
    // Tab reaches the first of them.
    const isChosen = async () => {
      const name = await page.evaluate(
        () => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent ?? '',
      )
      return text === ' ' || name.startsWith(text)
    }
    while (!(await isChosen())) await press('ArrowDown')
    await press('Space')
    return
  }
  if (kind === 'button' && text !== '\n') {
    await press('Enter')
    const item = page.getByRole('menuitem', { name: text, exact: true })
    await item.waitFor()
    while (!(await item.evaluate((one) => one === document.activeElement))) await press('ArrowDown')
    await press('Enter')
    await item.waitFor({ state: 'hidden' })
    return
  }
  await type(text)
  if (kind !== 'choice') return
  // A list without a search is chosen from by the first letters.
  if (await page.evaluate(() => (document.activeElement as HTMLInputElement).readOnly)) return
  await page.getByRole('option').filter({ visible: true }).first().waitFor()
  await press('Enter')
}

/** Whether nothing is left to complete; after the second round the form says what is. */
async function isReady(page: Page, round: number): Promise<boolean> {
  const panel = page.getByRole('complementary', { name: /Before you submit/ })
  const text = (await panel.textContent()) ?? ''
  if (/Ready to submit/.test(text)) return true
  if (round < 4) return false
  throw new Error(`The order is not complete: ${text}`)
}

function focusedField(): Focused {
  const element = document.activeElement as HTMLInputElement | null
  const tidy = (text: string | null | undefined) =>
    (text ?? '').replace(/\s+/g, ' ').replace(/ \*$/, '').trim()
  const byIds = (ids: string | null) =>
    tidy(
      (ids ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' '),
    )
  const nameOf = (one: Element) =>
    tidy(one.getAttribute('aria-label')) ||
    byIds(one.getAttribute('aria-labelledby')) ||
    tidy(one.querySelector(':scope > legend')?.textContent)
  const groups: string[] = []
  for (let at = element?.parentElement; at; at = at.parentElement)
    if (at.matches('[role=group], [role=radiogroup], fieldset')) groups.unshift(nameOf(at))
  const section = tidy(element?.closest('section')?.querySelector('h2')?.textContent)
  const label = element
    ? tidy(element.getAttribute('aria-label')) ||
      tidy(element.labels?.[0]?.textContent) ||
      tidy(element.textContent)
    : ''
  const type = element?.type ?? ''
  const kind =
    type === 'radio' || type === 'checkbox'
      ? type
      : element?.matches('[role=combobox], [aria-haspopup=listbox]')
        ? 'choice'
        : element?.matches('input, textarea')
          ? 'text'
          : element?.matches('button, summary, a')
            ? 'button'
            : 'other'
  const isFilled =
    kind === 'checkbox'
      ? Boolean(element?.checked)
      : kind === 'radio'
        ? Boolean(element?.closest('[role=radiogroup]')?.querySelector('input:checked'))
        : kind !== 'button' && (element?.value ?? '') !== ''
  return { section, group: groups.filter(Boolean).join(' > '), label, kind, isFilled }
}
