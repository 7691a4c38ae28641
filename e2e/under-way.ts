import { setTimeout as delay } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import type { Hand } from './hand.ts'

export interface Things {
  /** Orders that were reported. */
  reported: readonly number[]
  /** Creates a complete draft; returns its number. */
  draft(): Promise<number>
  /** Triggers an update that open pages receive. */
  triggerUpdate(): Promise<unknown>
  /** An order at the laboratory that progresses when told. */
  onItsWay(): Promise<{ id: number; goOn(): Promise<void> }>
}

/** Begins something that responds later; the burst then presses a link in the meantime. */
export interface UnderWay {
  name: string
  /** Goes to the starting point: only the last press and what is typed after it count as begun. */
  prepare?(hand: Hand, things: Things): Promise<void>
  begin(hand: Hand, things: Things): Promise<void>
  /** No link is pressed afterwards: the letters must be in the field where they were typed. */
  stays?: true
}

const oneOf = <T>(all: readonly T[], { random }: Hand): T | undefined =>
  all[Math.floor(random() * all.length)]

const lastName = (page: Page) => page.locator('#main input[data-path$="astName"]').first()

const searchField = (page: Page) => page.locator('#main input[type=search]').first()

async function newOrder({ page, open }: Hand): Promise<void> {
  await open('/create?test=1102')
  await expect(lastName(page)).toBeVisible()
}

export const UNDER_WAY: readonly UnderWay[] = [
  {
    name: 'the first save of a new order',
    prepare: newOrder,
    async begin(hand) {
      await hand.pressOn(lastName(hand.page))
      await hand.letters()
    },
  },
  {
    name: 'leaving a new order for later',
    async prepare(hand) {
      await newOrder(hand)
      await hand.pressOn(lastName(hand.page))
      await hand.letters()
    },
    begin: (hand) => hand.pressOn(hand.page.getByRole('button', { name: 'Save and close' })),
  },
  {
    name: 'submitting an order',
    async prepare({ page, open }, { draft }) {
      await open(`/create?draft=${await draft()}`)
      await expect(page.getByText('Ready to submit').first()).toBeVisible()
    },
    async begin(hand) {
      await hand.pressOn(hand.page.getByRole('button', { name: 'Submit order' }).first())
      await hand.pressOn(hand.page.getByRole('button', { name: 'Sign and submit' }))
    },
  },
  {
    name: 'ordering again',
    async prepare(hand, { reported }) {
      await hand.open(`/order/details/${oneOf(reported, hand)}`)
      await hand.pressOn(hand.page.getByRole('button', { name: 'More', exact: true }))
    },
    begin: (hand) => hand.pressOn(hand.page.getByRole('menuitem', { name: /^Order again/ })),
  },
  {
    name: 'the address of an order that has gone on',
    begin: (hand, { reported }) => hand.open(`/order/en-route/${oneOf(reported, hand)}`, false),
  },
  {
    name: 'a search of the list',
    async prepare({ page, open }) {
      await open('/orders')
      await expect(searchField(page)).toBeVisible()
    },
    async begin(hand) {
      await hand.pressOn(searchField(hand.page))
      await hand.letters()
    },
  },
  {
    name: 'a field of a page that has just come',
    stays: true,
    prepare: ({ open }) => open('/dashboard'),
    async begin(hand) {
      await hand.pressOn(hand.page.getByRole('main').getByRole('link', { name: 'All orders' }))
      await hand.pressOn(searchField(hand.page))
      await hand.letters()
    },
  },
  {
    name: 'a dialog of an order that the laboratory takes on',
    stays: true,
    async begin(hand, { onItsWay }) {
      const { page } = hand
      const { id, goOn } = await onItsWay()
      await hand.open(`/order/en-route/${id}`)
      await hand.pressOn(page.getByRole('button', { name: 'More', exact: true }))
      await hand.pressOn(page.getByRole('menuitem', { name: 'Cancel order' }))
      await hand.pressOn(page.getByRole('dialog').getByLabel('Reason'))
      const update = goOn()
      await hand.letters()
      await update
      await delay(hand.random() * 2_000)
    },
  },
  {
    name: 'a dialog that is opened while a page comes',
    stays: true,
    prepare: ({ open }) => open('/dashboard'),
    async begin(hand) {
      const { page } = hand
      // Immediately: a locator would wait until the page has loaded.
      const search = await hand.seen(page.getByRole('button', { name: /^Find an order/ }).first())
      await hand.pressOn(page.getByRole('main').getByRole('link', { name: 'All orders' }))
      await hand.press(search)
      await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').waitFor()
      await hand.letters()
    },
  },
  {
    name: 'a line of the list that is held down while news come',
    stays: true,
    prepare: ({ open }) => open('/orders'),
    async begin(hand, { triggerUpdate }) {
      const line = hand.page.locator('#main [data-row-link]').nth(Math.floor(hand.random() * 8))
      await expect(line).toBeVisible()
      await hand.holdOn(line, async () => {
        await triggerUpdate()
        await delay(hand.random() * 1_500)
      })
    },
  },
  {
    name: 'a pointer at rest in the list of what is needed',
    stays: true,
    prepare: newOrder,
    async begin(hand) {
      const lines = hand.page
        .getByRole('complementary', { name: /Before you (submit|request)/ })
        .locator('li button')
      await expect(lines.last()).toBeVisible()
      await hand.pressOn(lastName(hand.page))
      await hand.letters()
      // Leaving a section shows what it is missing, so the list grows.
      const field = hand.page.getByRole('main').getByRole('textbox').last()
      await field.scrollIntoViewIfNeeded()
      const [line, searchField] = [await hand.seen(lines.last()), await hand.seen(field)]
      await hand.press(searchField)
      await hand.restAt(line)
    },
  },
  {
    name: 'a test found anywhere',
    async prepare(hand) {
      const { page } = hand
      await hand.open('/dashboard')
      await hand.pressOn(page.getByRole('button', { name: /^Find an order/ }).first())
      await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('1102')
      await expect(page.getByRole('option', { name: /1102/ }).first()).toBeVisible()
    },
    begin: ({ page }) => page.keyboard.press('Enter'),
  },
]
