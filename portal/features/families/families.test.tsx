import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Family } from '#contract/families.ts'
import { applyChange, type FamilyChange } from '#domain/family/change.ts'
import { checkFamily } from '#domain/family/checks.ts'
import type { FamilyDocument } from '#domain/family/document.ts'
import { newEntry } from '#domain/family/legend.ts'
import { family as familyOf } from '#domain/family/testing/families.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { accessible, onPhone, show } from '#ui/testing/show-field.tsx'
import { DrawingTab } from './drawing/DrawingTab.tsx'
import { OpenFamily } from './OpenFamily.tsx'
import { PeopleTab } from './people/PeopleTab.tsx'

const ALONE = familyOf(['ana', 'woman', undefined, { firstName: 'Ana', lastName: 'Brook', isProband: true }])

/** Shows a tab of a family whose server merges as the real one does; returns what the server has. */
function showTab(Tab: React.ComponentType, document: FamilyDocument = ALONE): () => Family {
  sessionStorage.clear()
  let stored: Family = {
    ...{ id: 900_001, hospitalCode: '1001', name: 'Brook', probands: 'Ana Brook', version: 1, document },
    ...{ peopleCount: 1, changedAt: '2026-01-01T00:00:00.000Z', changedBy: 'Ada Okafor' },
  }
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_path, init) => {
    const { document: next, conflicts } = applyChange(
      stored.document,
      JSON.parse(String(init?.body)) as FamilyChange,
    )
    stored = { ...stored, document: next, version: stored.version + 1 }
    return Response.json({ family: stored, conflicts })
  })
  onTestFinished(() => fetched.mockRestore())
  const session = { user: { id: 7 }, can: () => true } as unknown as Session
  const root = createRootRoute({
    component: () => (
      <OpenFamily family={stored}>
        <Tab />
      </OpenFamily>
    ),
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={session}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
  return () => stored
}
const people = () => page.getByRole('gridcell').elements().length
const focusOn = (name: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^${name}`) as unknown as string }).click()

test('three generations with twins, a half sibling and a loss stand by keys alone, and are saved', async () => {
  const server = showTab(DrawingTab)
  await focusOn('Ana')
  // Parents, the mother's parents, and three siblings of the grandmother with theirs: who was added is selected.
  for (const key of ['p', 'p', '3', 's']) await userEvent.keyboard(key)
  await expect.poll(people).toBe(10)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(people).toBe(5)
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await expect.poll(people).toBe(10)
  await focusOn('Ana')
  for (const key of ['2', 's', 'f']) await userEvent.keyboard(key)
  await focusOn('Ana')
  for (const key of ['t', 'n']) await userEvent.keyboard(key)
  await focusOn('Ana')
  await userEvent.keyboard('m')
  await focusOn('Ana')
  for (const key of ['2', 'c', 'm', 'd', 'a']) await userEvent.keyboard(key)
  await focusOn('Ana')
  for (const key of ['h', 'm']) await userEvent.keyboard(key)
  await focusOn('Ana')
  await userEvent.keyboard('g')
  // Two sisters, a twin, a partner, two children, a half brother, a pregnancy.
  await expect.poll(people).toBe(18)
  await expect.poll(() => server().document.people.length).toBe(18)
  expect(checkFamily(server().document)).toEqual([])
  await accessible()
})

test('removing somebody with children asks which is meant, and can be undone', async () => {
  const server = showTab(
    DrawingTab,
    familyOf(
      ['eva', 'woman', undefined, { firstName: 'Eva' }],
      ['tom', 'man', undefined, { firstName: 'Tom' }],
      ['ana', 'woman', ['tom', 'eva'], { firstName: 'Ana', isProband: true }],
      ['leo', 'man', ['tom', 'eva'], { firstName: 'Leo' }],
    ),
  )
  await focusOn('Eva')
  await userEvent.keyboard('{Delete}')
  const dialog = page.getByRole('dialog', { name: 'Remove Eva?' })
  await expect.element(dialog.getByText(/2 more people/)).toBeVisible()
  await accessible()
  await dialog.getByRole('button', { name: 'Remove person' }).click()
  await expect.poll(() => server().document.people.some(({ firstName }) => firstName === 'Eva')).toBe(false)
  expect(server().document.people).toHaveLength(4)
  await page.getByRole('button', { name: 'Undo: Eva removed' }).click()
  await expect.poll(() => server().document.people.some(({ firstName }) => firstName === 'Eva')).toBe(true)
})

test('the table edits the same family in place, with the same keys, on a phone too', async () => {
  await onPhone()
  const server = showTab(PeopleTab)
  await page.getByRole('textbox', { name: 'First name of Ana Brook' }).fill('Anna')
  await expect.poll(() => server().document.people[0]?.firstName).toBe('Anna')
  page
    .getByRole('button', { name: /Anna Brook: open/ as unknown as string })
    .element()
    .focus()
  await userEvent.keyboard('p')
  await expect.poll(() => server().document.people.length).toBe(3)
  const born = page.getByRole('textbox', { name: 'Anna Brook was born' })
  await born.fill('19')
  await expect.element(page.getByText('Enter a year, a month (1990-05) or a day (1990-05-17).')).toBeVisible()
  await born.fill('1990-05')
  await expect.poll(() => server().document.people.find(({ isProband }) => isProband)?.born).toBe('1990-05')
  await page.getByText('The family in words').click()
  await expect
    .element(page.getByText(/^Anna Brook, II-1, woman, proband, born 1990-05; child of /))
    .toBeVisible()
  await accessible()
})

test('somebody is found by /, and joined as a partner to somebody in the drawing', async () => {
  const server = showTab(
    DrawingTab,
    familyOf(
      ['ana', 'woman', undefined, { firstName: 'Ana', isProband: true }],
      ['leo', 'man', undefined, { firstName: 'Leo' }],
    ),
  )
  await focusOn('Ana')
  await userEvent.keyboard('/')
  const found = page.getByRole('combobox', { name: 'Name, number or relation' })
  await expect.element(found).toHaveFocus()
  await userEvent.keyboard('leo{Enter}')
  const panel = page.getByRole('complementary', { name: 'Selected person' })
  await expect.element(panel.getByRole('textbox', { name: 'First name' })).toHaveValue('Leo')
  await panel.getByRole('tab', { name: 'Family' }).click()
  await panel.getByRole('combobox', { name: 'Partner of somebody in the drawing' }).click()
  await page.getByRole('option', { name: 'Ana' }).click()
  await expect
    .poll(() => server().document.unions.map(({ partners }) => [...partners].sort()))
    .toEqual([['ana', 'leo']])
  await accessible()
})

test('a warning about two children of a person is shown once, and goes when another person is selected', async () => {
  showTab(
    DrawingTab,
    familyOf(
      ['Eva', 'woman', undefined, { born: '1970', twins: { group: 't', kind: 'fraternal' } }],
      ['Tom', 'man', undefined, { born: '1900' }],
      ['Ana', 'woman', ['Tom', 'Eva'], { born: '2000-01-01', isProband: true }],
      ['Leo', 'man', ['Tom', 'Eva'], { born: '2003-05-01' }],
    ),
  )
  const warnings = () =>
    page
      .getByRole('alert')
      .elements()
      .map(({ textContent }) => textContent)
  await focusOn('Tom')
  await expect.poll(warnings).toEqual(['A parent would have been unusually old. Check the dates of birth.'])
  await focusOn('Eva')
  await expect.poll(warnings).toEqual(['The other twin is not in the family.'])
})

test('of two conditions with the same name, one gets another name in the key', async () => {
  const legend = [newEntry('c1', 'Breast cancer', [])]
  legend.push(newEntry('c2', 'Breast cancer', legend))
  const conditions = [{ entry: 'c1', status: 'affected', onset: '', certainty: 'told', notes: '' } as const]
  const server = showTab(DrawingTab, {
    ...familyOf(['Ana', 'woman', undefined, { isProband: true, conditions }]),
    legend,
  })
  const meanings = () =>
    page
      .getByRole('region', { name: 'Key', exact: true })
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(meanings).toEqual(['Breast cancer', 'Breast cancer'])
  await focusOn('Ana')
  await page.getByRole('tab', { name: 'Health' }).click()
  await page.getByText('In the key').click()
  await page.getByRole('textbox', { name: 'Name of the condition' }).fill('Ovarian cancer')
  await expect.poll(meanings).toEqual(['Ovarian cancer', 'Breast cancer'])
  // What is not saved yet would be there in the next test as well.
  await expect.poll(() => server().document.legend[0]?.name).toBe('Ovarian cancer')
})
