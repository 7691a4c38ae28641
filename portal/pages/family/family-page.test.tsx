import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Family } from '#contract/families.ts'
import { applyChange, type FamilyChange } from '#domain/family/change.ts'
import type { FamilyDocument } from '#domain/family/document.ts'
import { family as familyOf } from '#domain/family/testing/families.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { accessible, onPhone, show } from '#ui/testing/show-field.tsx'
import FamilyPage from './FamilyPage.tsx'

const BROOKS = familyOf(
  ['odd', 'man', undefined, { firstName: 'Odd', lastName: 'Brook', life: 'dead' }],
  ['eva', 'woman', undefined, { firstName: 'Eva', lastName: 'Brook' }],
  ['ana', 'woman', ['odd', 'eva'], { firstName: 'Ana', lastName: 'Brook', isProband: true, birthOrder: 1 }],
  ['leo', 'man', ['odd', 'eva'], { firstName: 'Leo', lastName: 'Brook', birthOrder: 2 }],
)

/** The page of a family whose server merges as the real one does; returns what the server has. */
function showFamily(document: FamilyDocument): () => Family {
  sessionStorage.clear()
  let stored: Family = {
    ...{ id: 900_001, hospitalCode: '1001', name: 'Brook', probands: 'Ana Brook', version: 1, document },
    ...{ peopleCount: 4, changedAt: '2026-01-01T00:00:00.000Z', changedBy: 'Ada Okafor' },
  }
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    if (init?.method === undefined || init.method === 'GET') return Response.json(stored)
    const body = JSON.parse(String(init.body))
    if (!String(path).endsWith('/changes')) {
      stored = { ...stored, name: (body as { name: string }).name, version: stored.version + 1 }
      return Response.json(stored)
    }
    const { document: next, conflicts } = applyChange(stored.document, body as FamilyChange)
    stored = { ...stored, document: next, version: stored.version + 1 }
    return Response.json({ family: stored, conflicts })
  })
  onTestFinished(() => fetched.mockRestore())
  const session = {
    ...{ user: { id: 7 }, institution: { code: '1001' }, can: () => true },
  } as unknown as Session
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' })
  const family = createRoute({
    ...{ getParentRoute: () => signedIn, path: '/families/$id', component: FamilyPage },
  })
  const list = createRoute({ getParentRoute: () => signedIn, path: '/families' })
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([family, list])]),
    history: createMemoryHistory({ initialEntries: ['/families/900001'] }),
  })
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionContext value={session}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
  return () => stored
}

const like = (pattern: RegExp) => pattern as unknown as string
const button = (name: string | RegExp) => page.getByRole('button', { name: name as string, exact: true })
const person = (name: string) => page.getByRole('gridcell', { name: like(new RegExp(`^${name}, `)) })
const called = ({ document }: Family, firstName: string) =>
  document.people.find((one) => one.firstName === firstName)

/** What a screen reader reads from the drawing, generation by generation. */
const readDrawing = () =>
  page
    .getByRole('grid')
    .getByRole('row')
    .elements()
    .flatMap((row) => [
      `Generation ${row.getAttribute('aria-label')}`,
      ...[...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.getAttribute('aria-label')),
    ])

test('[FAM-05] on a phone the table comes first; it and the drawing edit the same family by touch and by keys, and both read it out', async () => {
  await onPhone()
  const server = showFamily(BROOKS)
  const tabs = page.getByRole('tablist', { name: 'Parts of the family' }).getByRole('tab')
  await expect.element(tabs.first()).toHaveAttribute('aria-selected', 'true')
  expect(tabs.elements().map((tab) => tab.textContent)).toEqual(['People', 'Drawing', 'Cascade', 'Papers'])
  const table = page.getByRole('table', { name: 'People of the family' })

  // The table, by touch: somebody's row opens all that is recorded of them, and whom to add.
  await table.getByRole('button', { name: like(/, Leo Brook: open$/) }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Child' }).click()
  await expect.poll(() => server().document.people.length).toBe(5)
  await panel.getByRole('tab', { name: 'Health' }).click()
  await panel.getByRole('textbox', { name: 'Another condition' }).fill('epilepsy')
  await panel.getByRole('button', { name: 'Add condition' }).click()
  await panel.getByRole('button', { name: 'Move left' }).click()
  await expect.poll(() => called(server(), 'Leo')?.leftOf).toBe('ana')
  expect(called(server(), 'Leo')?.conditions).toHaveLength(1)
  await accessible()
  await userEvent.keyboard('{Escape}')
  await button('Undo: Leo Brook moved').click()
  await expect.poll(() => called(server(), 'Leo')?.leftOf).toBe('')
  await table.getByRole('combobox', { name: 'Life of Eva Brook' }).selectOptions('Alive')
  await expect.poll(() => called(server(), 'Eva')?.life).toBe('alive')
  // And by keys.
  table
    .getByRole('button', { name: like(/, Ana Brook: open$/) })
    .element()
    .focus()
  await userEvent.keyboard('t')
  await userEvent.keyboard('f')
  await expect.poll(() => server().document.people.length).toBe(6)
  await accessible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)

  // The drawing, by touch.
  await tabs.nth(1).click()
  await person('Eva Brook').click()
  await panel.getByRole('button', { name: 'Sibling', exact: true }).click()
  await expect.poll(() => server().document.people.length).toBe(9)
  await userEvent.keyboard('{Escape}')
  await person('Ana Brook').click()
  await panel.getByRole('tab', { name: 'Tests' }).click()
  await panel.getByRole('textbox', { name: 'Tested for' }).fill('SCN1A c.1A>G')
  await panel.getByRole('combobox', { name: 'Result' }).click()
  await page.getByRole('option', { name: 'Found', exact: true }).click()
  await panel.getByRole('button', { name: 'Add test' }).click()
  await expect.poll(() => server().document.evaluations).toHaveLength(1)
  await accessible()
  await userEvent.keyboard('{Escape}')
  // And by keys: a pregnancy, whether somebody died and is ill, and the place in the row.
  person('Ana Brook').element().focus()
  await userEvent.keyboard('a')
  await expect.poll(() => called(server(), 'Ana')?.conditions.length).toBe(1)
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  const isMoved = () => server().document.people.some(({ leftOf }) => leftOf === 'ana')
  await expect.poll(isMoved).toBe(true)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(isMoved).toBe(false)
  await userEvent.keyboard('g')
  await expect.poll(() => server().document.people.filter(({ pregnancy }) => pregnancy)).toHaveLength(1)
  await accessible()

  const read = readDrawing()
  expect(read).toMatchInlineSnapshot(`
    [
      "Generation I",
      "maternal grandfather of Ana Brook, I-1, man; partner of maternal grandmother of Ana Brook; 2 children",
      "maternal grandmother of Ana Brook, I-2, woman; partner of maternal grandfather of Ana Brook; 2 children",
      "Generation II",
      "Odd Brook, II-1, man, died; partner of Eva Brook; 3 children",
      "Eva Brook, II-2, woman; partner of Odd Brook; child of maternal grandfather of Ana Brook and maternal grandmother of Ana Brook; 3 children",
      "maternal aunt or uncle of Ana Brook, II-3, gender not known; child of maternal grandfather of Ana Brook and maternal grandmother of Ana Brook",
      "Generation III",
      "Leo Brook, III-1, man, epilepsy; child of Odd Brook and Eva Brook; 1 child",
      "Ana Brook, III-2, woman, proband, epilepsy, SCN1A c.1A>G found; child of Odd Brook and Eva Brook; twin of sister of Ana Brook; 1 child",
      "sister of Ana Brook, III-3, woman; child of Odd Brook and Eva Brook; twin of Ana Brook",
      "Generation IV",
      "niece or nephew of Ana Brook, IV-1, gender not known; child of Leo Brook",
      "child of Ana Brook, IV-2, pregnancy; child of Ana Brook",
    ]
  `)
  await tabs.first().click()
  await page.getByText('The family in words').click()
  for (const sentence of read)
    await expect.element(page.getByText(String(sentence), { exact: true }).first()).toBeVisible()
})

test('a test is recorded with the result that was chosen, and not before one was', async () => {
  const server = showFamily({
    ...BROOKS,
    evaluations: [
      { key: 'e1', member: 'ana', what: 'SCN1A c.1A>G', result: 'positive', copies: [], on: '', finding: '' },
    ],
  })
  await page.getByRole('tab', { name: 'Drawing' }).click()
  await person('Leo Brook').click()
  await page.getByRole('tab', { name: 'Tests' }).click()
  const form = page.getByRole('form', { name: 'Another test' })
  const result = form.getByRole('combobox', { name: 'Result' })
  // What somebody else was tested for is one press; the result is still asked.
  await button('Also tested for SCN1A c.1A>G').click()
  await expect.element(form.getByRole('textbox', { name: 'Tested for' })).toHaveValue('SCN1A c.1A>G')
  await expect.element(result).toHaveFocus()
  await expect.element(result).toHaveValue('')
  await expect.element(form.getByRole('button', { name: 'Add test' })).toBeDisabled()
  await accessible()
  await result.click()
  await page.getByRole('option', { name: 'Not found', exact: true }).click()
  await form.getByRole('button', { name: 'Add test' }).click()
  await expect.poll(() => server().document.evaluations).toHaveLength(2)
  expect(server().document.evaluations[1]).toMatchObject({
    ...{ member: 'leo', what: 'SCN1A c.1A>G', result: 'negative' },
  })
  // The next one starts without a result, too.
  await expect.element(result).toHaveValue('')
  await form.getByRole('textbox', { name: 'Tested for' }).fill('SCN2A c.2C>T')
  await userEvent.keyboard('{Enter}')
  await expect.element(form.getByRole('button', { name: 'Add test' })).toBeDisabled()
  await expect.element(form.getByRole('textbox', { name: 'Tested for' })).toHaveValue('SCN2A c.2C>T')
  expect(server().document.evaluations).toHaveLength(2)
})

test('the family gets another name on a phone, and keeps its own if nothing was typed', async () => {
  await onPhone()
  const server = showFamily(BROOKS)
  await button('Rename').click()
  const dialog = page.getByRole('dialog', { name: 'Rename the family' })
  const name = dialog.getByRole('textbox', { name: 'Name of the family' })
  await expect.element(name).toHaveFocus()
  await expect.element(dialog.getByRole('button', { name: 'Rename' })).toBeDisabled()
  await accessible()
  await name.fill('Brook of Arden')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect.element(page.getByRole('heading', { name: 'Brook of Arden' })).toBeVisible()
  expect(server().name).toBe('Brook of Arden')
})

test('somebody is found by part of the name on a phone', async () => {
  await onPhone()
  showFamily(BROOKS)
  await button('Find a person').click()
  await page.getByRole('combobox', { name: 'Name, number or relation' }).fill('leo')
  await accessible()
  await page.getByRole('option', { name: like(/^Leo Brook/) }).click()
  await expect.element(page.getByRole('group', { name: 'Add to Leo Brook' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

/** Three generations: nine couples, and 40 cousins. */
const SIXTY = familyOf(
  ['gm', 'man'],
  ['gw', 'woman'],
  ...Array.from(
    { length: 9 },
    (_, n): Parameters<typeof familyOf> => [
      [`son${n}`, 'man', ['gm', 'gw']],
      [`wife${n}`, 'woman'],
      ...Array.from({ length: n === 0 ? 8 : 4 }, (_, child): Parameters<typeof familyOf>[number] => [
        `c${n}-${child}`,
        child % 2 === 0 ? 'woman' : 'man',
        [`son${n}`, `wife${n}`],
        { isProband: n === 0 && child === 0 },
      ]),
    ],
  ).flat(),
)

test('a family of 60 on a phone: the table first, the drawing within the screen, and both edit it by touch', async () => {
  await onPhone()
  const server = showFamily(SIXTY)
  const table = page.getByRole('table', { name: 'People of the family' })
  await expect.poll(() => table.getByRole('button', { name: like(/: open$/) }).elements().length).toBe(60)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await accessible()
  await page.getByRole('tab', { name: 'Drawing' }).click()
  await expect.poll(() => page.getByRole('gridcell').elements().length).toBe(60)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.getByRole('gridcell', { name: like(/^c8-3, /) }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Child' }).click()
  await expect.poll(() => server().document.people.length).toBe(61)
  await userEvent.keyboard('{Escape}')
  await accessible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
