import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Family } from '#contract/families.ts'
import type { Order } from '#contract/order.ts'
import type { OrderFamily } from '#contract/order-family.ts'
import { withMember } from '#domain/family/additions.ts'
import { applyChange, type FamilyChange } from '#domain/family/change.ts'
import type { FamilyDocument } from '#domain/family/document.ts'
import { family as familyOf } from '#domain/family/testing/families.ts'
import { blankPatient, newOrder, PROBAND } from '#domain/orders/document.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { tellUpdate } from '#portal/session/updates.ts'
import { accessible, onPhone, show } from '#ui/testing/show-field.tsx'
import { OrderFamilyCard } from './OrderFamilyCard.tsx'

const PEOPLE = familyOf(
  ['gran', 'woman', undefined, { firstName: 'Gro' }],
  ['eva', 'woman', ['gran', 'gramps'], { firstName: 'Eva', lastName: 'Brook', sexAtBirth: 'Female' }],
  ['gramps', 'man'],
  ['tom', 'man'],
  [
    'ana',
    'woman',
    ['tom', 'eva'],
    { firstName: 'Ana', lastName: 'Brook', sexAtBirth: 'Female', isProband: true },
  ],
)
const HOSPITAL = { hospitalCode: '1001' }

const ORDER = (() => {
  const document = newOrder()
  const person = { lastName: 'Brook', sex: 'Female' as const }
  return {
    ...{ ...HOSPITAL, id: 77, stage: 'en-route', reports: [] },
    document: {
      ...document,
      patients: [
        { ...blankPatient('Proband', PROBAND), ...person, firstName: 'Ana' },
        { ...blankPatient('Mother', 'relative-1'), ...person, firstName: 'Evelyn' },
        { ...blankPatient('Father', 'relative-2'), firstName: 'Tom' },
      ],
      familyHistory: {
        familyHistoryOfDiseaseBeingTested: 'Yes' as const,
        diagnoses: [
          {
            relationshipType: 'Maternal' as const,
            relative: 'grandmother',
            diagnosis: 'Epilepsy',
            ageAtDiagnosis: '9',
          },
        ],
      },
    },
  } as unknown as Order
})()

/** Shows the card with a server that joins and merges as the real one does; returns what it has. */
function showCard(first: OrderFamily, may = true) {
  let joined = first
  const findings: unknown[] = []
  let family: Family = {
    ...{ ...HOSPITAL, id: 900_001, name: 'Brook', probands: 'Ana Brook', version: 1, document: PEOPLE },
    ...{ peopleCount: 5, changedAt: '2026-01-01T00:00:00.000Z', changedBy: 'Ada Okafor' },
  }
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    const [address, method] = [String(path), init?.method ?? 'GET']
    const body = init?.body === undefined ? null : JSON.parse(String(init.body))
    if (address.endsWith('/changes')) {
      const { document, conflicts } = applyChange(family.document, body as FamilyChange)
      family = { ...family, document, version: family.version + 1 }
      return Response.json({ family, conflicts })
    }
    if (address.endsWith('/findings')) {
      findings.push(body)
      joined = { ...joined, variants: [] }
      return Response.json(
        { familyId: 900_001, familyName: 'Brook', people: [], findings: [] },
        { status: 201 },
      )
    }
    if (!address.endsWith('/family'))
      return Response.json(address.includes('?') ? { total: 1, families: [family] } : family)
    if (method === 'DELETE') joined = { family: null, people: [], proposals: [], variants: [] }
    if (method === 'PUT') {
      const kept = joined.people.filter(({ patientKey }) =>
        body.people.every((one: { patientKey: string }) => one.patientKey !== patientKey),
      )
      joined = {
        family: { id: 900_001, name: 'Brook' },
        people: [...kept, ...body.people],
        proposals: [],
        variants: [],
      }
    }
    if (method === 'POST') joined = JOINED
    return Response.json(joined)
  })
  onTestFinished(() => fetched.mockRestore())
  const session = {
    ...{ user: { id: 7 }, institution: { code: '1001' }, can: () => may },
    configuration: { features: { calendarDates: true } },
  } as unknown as Session
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  const root = createRootRoute({ component: () => <OrderFamilyCard order={ORDER} /> })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  show(
    <QueryClientProvider client={queries}>
      <SessionContext value={session}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
  return {
    family: () => family,
    joined: () => joined,
    findings: () => findings,
    /** A colleague of theirs did this, and the live stream tells the page. */
    byColleague: (next: { family?: FamilyDocument; joined?: OrderFamily }) => {
      family = { ...family, document: next.family ?? family.document, version: family.version + 1 }
      joined = next.joined ?? joined
      const update = { about: 'family', ...HOSPITAL, familyId: family.id, version: family.version } as const
      tellUpdate(queries, { changed: () => undefined }, update)
    },
    path: () => router.state.location.pathname,
  }
}
const NONE: OrderFamily = { family: null, people: [], proposals: [], variants: [] }
const JOINED: OrderFamily = {
  family: { id: 900_001, name: 'Brook' },
  people: [
    { patientKey: PROBAND, member: 'ana' },
    { patientKey: 'relative-1', member: 'eva' },
  ],
  proposals: [],
  variants: [],
}
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('an order in no family is joined to the one that is proposed, or begins its own', async () => {
  const people = [{ patientKey: PROBAND, member: 'ana' }]
  const server = showCard({ ...NONE, proposals: [{ id: 900_001, name: 'Brook', people }] })
  await expect
    .element(page.getByText('Ana Brook: in the family Brook by name and date of birth.'))
    .toBeVisible()
  await accessible()
  await button('Join to Brook').click()
  await expect.poll(() => server.joined().people).toEqual(people)
  await expect.element(page.getByRole('grid', { name: 'Close relatives in the family Brook' })).toBeVisible()
})

test('the card draws the close relatives, marks who is in the order, and leads to the family', async () => {
  await onPhone()
  const server = showCard(JOINED)
  const grid = page.getByRole('grid', { name: 'Close relatives in the family Brook' })
  await expect.element(grid).toBeVisible()
  // Not the grandparents; told of as in the whole family, and without a number that would differ there.
  expect(grid.getByRole('gridcell').elements()).toHaveLength(3)
  const eva = grid.getByRole('gridcell', {
    name: /^Eva Brook, woman; partner of .*child of Gro and/ as unknown as string,
  })
  await expect.element(eva).toHaveAttribute('aria-selected', 'true')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await accessible()
  eva.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(server.path).toBe('/families/900001')
})

test('[FAM-08] what the order knows otherwise is taken into the family, field by field', async () => {
  const server = showCard(JOINED)
  const differing = page.getByRole('region', { name: 'The order says something else' })
  await expect.element(differing.getByText('Eva Brook, first name. Family: Eva; Order: Evelyn')).toBeVisible()
  await accessible()
  await button('Copy to the family: first name of Eva Brook').click()
  await expect
    .poll(() => server.family().document.people.find(({ key }) => key === 'eva')?.firstName)
    .toBe('Evelyn')
  await expect.element(differing).not.toBeInTheDocument()
  // A typed diagnosis becomes the condition of whom the user chooses.
  await page.getByRole('combobox', { name: 'Who has Epilepsy?' }).click()
  await page.getByRole('option', { name: 'Gro', exact: true }).click()
  await button('Add to the family: Epilepsy').click()
  await expect
    .poll(() => server.family().document.people.find(({ key }) => key === 'gran')?.conditions)
    .toMatchObject([{ status: 'affected', onset: '9' }])
  await expect
    .element(page.getByRole('region', { name: 'Diagnoses typed in the order' }))
    .not.toBeInTheDocument()
})

test('the card shows what a colleague changes in the family meanwhile, and offers no variant that they have added', async () => {
  const server = showCard({ ...JOINED, variants: [VARIANT] })
  const offered = page.getByRole('region', { name: 'Add this variant to the family?' })
  await expect.element(offered).toBeVisible()
  server.byColleague({
    family: withMember(PEOPLE, 'ana', { firstName: 'Annika' }),
    joined: { ...JOINED, variants: [] },
  })
  await expect
    .element(page.getByRole('gridcell', { name: /^Annika Brook, / as unknown as string }))
    .toBeVisible()
  await expect.element(offered).not.toBeInTheDocument()
})

const VARIANT = {
  ...{ reportId: 31, variantKey: '2a', member: 'ana', words: 'BRCA2 c.5946del, Pathogenic' },
}

test('a report’s variant becomes a finding of the family, in whom the order has it', async () => {
  await onPhone()
  const server = showCard({ ...JOINED, variants: [VARIANT] })
  const offered = page.getByRole('region', { name: 'Add this variant to the family?' })
  await expect.element(offered.getByText('BRCA2 c.5946del, Pathogenic, Ana Brook')).toBeVisible()
  await button('Add to the family: BRCA2 c.5946del, Pathogenic').click()
  const dialog = page.getByRole('dialog', { name: 'Record a finding' })
  await expect.element(dialog.getByText('Variant: BRCA2 c.5946del, Pathogenic')).toBeVisible()
  await expect.element(dialog.getByRole('combobox', { name: 'Found in' })).toHaveValue('Ana Brook')
  await accessible()
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect.element(dialog.getByText('Note to whom they said so.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'How they agreed, and to whom' }).fill('At the visit')
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect.element(offered).not.toBeInTheDocument()
  expect(server.findings()).toMatchObject([
    {
      member: 'ana',
      report: { orderId: 77, reportId: 31, variantKeys: ['2a'] },
      agreed: { words: 'At the visit' },
    },
  ])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('of a report of many variants with long names the first are offered, then all; nothing is wider than a phone', async () => {
  await onPhone()
  const many = Array.from({ length: 40 }, (_, index) => ({
    ...{ ...VARIANT, variantKey: `${index}a` },
    words: `MYBPC3 NM_000256.3:c.${1000 + index}_${1020 + index}delins${'ACGT'.repeat(12)} p.(Ser1982Argfs*${index}), Pathogenic`,
  }))
  showCard({ ...JOINED, variants: many })
  const offered = page.getByRole('region', { name: 'Add this variant to the family?' })
  const buttons = offered.getByRole('button', { name: /^Add to the family: MYBPC3/ })
  await expect.poll(() => buttons.elements().length).toBe(5)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await accessible()
  await button('Show all 40 variants').click()
  await expect.poll(() => buttons.elements().length).toBe(40)
})

test('an order in no family says how many variants its report lists besides the first, on a phone too', async () => {
  await onPhone()
  const many = [1, 2, 3, 4, 5].map((index) => ({ ...VARIANT, words: `BRCA2 c.${index}del, Pathogenic` }))
  showCard({ ...NONE, variants: many })
  await expect
    .element(
      page.getByText(
        /^The report lists BRCA2 c\.1del, Pathogenic; .*c\.3del, Pathogenic; and 2 more\. Start/,
      ),
    )
    .toBeVisible()
  showCard({ ...NONE, variants: [{ ...VARIANT, words: `BRCA2 c.1delins${'ACGT'.repeat(15)}` }] })
  await expect.element(page.getByText(/ACGT\. Start a family/)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('an order in no family says what its report lists, and how relatives are reached', async () => {
  showCard({ ...NONE, variants: [VARIANT] })
  await expect
    .element(page.getByText(/^The report lists BRCA2 c\.5946del, Pathogenic\. Start a family/))
    .toBeVisible()
  await expect.element(button('Start a family')).toBeVisible()
  await accessible()
})

test('who is who is said in a dialog, and taking the order out asks first', async () => {
  const server = showCard(JOINED)
  await expect.element(page.getByText('Not in the family yet: Tom.')).toBeVisible()
  await button('Match people').click()
  const dialog = page.getByRole('dialog', { name: 'Match people' })
  await dialog.getByRole('combobox', { name: 'Tom in the family' }).click()
  await page.getByRole('option', { name: 'tom', exact: true }).click()
  await dialog.getByRole('button', { name: 'Join', exact: true }).click()
  await expect.poll(() => server.joined().people).toHaveLength(3)
  await button('More about the family of this order').click()
  await page.getByRole('menuitem', { name: 'Take out of the family' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take out of the family' }).click()
  await expect.poll(() => server.joined().family).toBeNull()
  await expect.element(button('Start a family')).toBeVisible()
})

test('who may only read sees the drawing and nothing to press', async () => {
  showCard({ ...JOINED, variants: [VARIANT] }, false)
  await expect.element(page.getByRole('grid')).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})
