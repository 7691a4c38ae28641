import { expect, type Locator, type Page } from '@playwright/test'
import type { Target } from './press-watch.ts'

/** What a walk does with the page: every press is counted and watched. */
export interface Hand {
  page: Page
  press(target: Target): Promise<void>
  /** Presses what the locator finds, once it is there. */
  pressOn(locator: Locator): Promise<void>
  /** Types a few letters where the focus is. */
  letters(): Promise<void>
  random(): number
}

export interface Things {
  /** Orders that were reported. */
  reported: readonly number[]
  /** Makes a draft that lacks nothing; its number. */
  draft(): Promise<number>
}

/** Begins something that answers later; the burst then presses a link while it is under way. */
export interface UnderWay {
  name: string
  /** Goes to where it is begun: only the last press and what is typed after it count as begun. */
  prepare?(hand: Hand, things: Things): Promise<void>
  begin(hand: Hand, things: Things): Promise<void>
  /** No link is pressed afterwards: the letters must be in the field in which they were typed. */
  stays?: true
}

const oneOf = <T>(all: readonly T[], { random }: Hand): T | undefined =>
  all[Math.floor(random() * all.length)]

const lastName = (page: Page) => page.locator('#main input[data-path$="astName"]').first()

const searchField = (page: Page) => page.locator('#main input[type=search]').first()

async function newOrder({ page }: Hand): Promise<void> {
  await page.goto('/create?test=1102')
  await expect(lastName(page)).toBeVisible()
}

async function reportedOrder({ page }: Hand, id: number | undefined, place: 'details' | 'en-route') {
  await page.goto(`/order/${place}/${id}`, { waitUntil: 'commit' })
  await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible()
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
    begin: (hand) => hand.pressOn(hand.page.getByRole('button', { name: 'Leave for later' })),
  },
  {
    name: 'submitting an order',
    async prepare({ page }, { draft }) {
      await page.goto(`/create?draft=${await draft()}`)
      await expect(page.getByText('It can be submitted').first()).toBeVisible()
    },
    begin: (hand) => hand.pressOn(hand.page.getByRole('button', { name: 'Submit order' }).first()),
  },
  {
    name: 'ordering again',
    async prepare(hand, { reported }) {
      await reportedOrder(hand, oneOf(reported, hand), 'details')
      await hand.pressOn(hand.page.getByRole('button', { name: 'More', exact: true }))
    },
    begin: (hand) => hand.pressOn(hand.page.getByRole('menuitem', { name: /^Order again/ })),
  },
  {
    name: 'the address of an order that has gone on',
    begin: (hand, { reported }) => reportedOrder(hand, oneOf(reported, hand), 'en-route'),
  },
  {
    name: 'a search of the list',
    async prepare({ page }) {
      await page.goto('/orders')
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
    async prepare({ page }) {
      await page.goto('/dashboard')
      await expect(page.locator('#main h1')).toBeVisible()
    },
    async begin(hand) {
      await hand.pressOn(hand.page.getByRole('main').getByRole('link', { name: 'All orders' }))
      await hand.pressOn(searchField(hand.page))
      await hand.letters()
    },
  },
  {
    name: 'a test found anywhere',
    async prepare(hand) {
      const { page } = hand
      await page.goto('/dashboard')
      await hand.pressOn(page.getByRole('button', { name: /^Find an order/ }).first())
      await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('1102')
      await expect(page.getByRole('option', { name: /1102/ }).first()).toBeVisible()
    },
    begin: ({ page }) => page.keyboard.press('Enter'),
  },
]
