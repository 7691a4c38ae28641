import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { problemOf } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import type { ReclassificationView } from '#contract/reclassification.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { accessible, onPhone, show } from '#ui/testing/show-field.tsx'
import { ReclassificationCard } from './ReclassificationCard.tsx'

const order = {
  ...{ id: 4711, hospitalCode: '1001' },
  document: { orderingProvider: { firstName: 'Ada', lastName: 'Okafor' } },
} as unknown as Order

const head = {
  ...{
    receivedAt: '2026-05-06T10:00:00.000Z',
    laboratory: 'Larkfield Genetics',
    signedBy: 'Maris Hollowell',
  },
}
const VIEW: ReclassificationView = {
  ...{ id: 7, hospitalCode: '1001', orderId: 4711, kind: 'reclassification', person: 'proband' },
  patient: { firstName: 'Linh', lastName: 'Quill', dateOfBirth: '1990-04-12' },
  ...{ testCode: '1602', testName: 'Exome', about: '', result: 'positive', revision: 3 },
  detail: { kind: 'reclassification' },
  ...{ openedAt: '2026-05-06T10:00:00.000Z', dueOn: '2026-05-13', isOverdue: true, isOwn: true },
  owner: { id: 1, name: 'Ada Okafor' },
  escalated: { at: '2026-05-14T10:00:00.000Z', to: 'users with the role Super user' },
  closed: null,
  events: [{ id: 1, kind: 'opened', at: '2026-05-06T10:00:00.000Z', by: 'Laboratory', words: 'Version 2' }],
  changes: {
    older: {
      ...head,
      version: 1,
      number: 1,
      status: 'final',
      madeAt: '2024-05-06T10:00:00.000Z',
      change: null,
      words: '',
    },
    newer: {
      ...{ ...head, version: 2, number: 2, status: 'amended', madeAt: '2026-05-06T10:00:00.000Z' },
      ...{ change: 'reclassification', words: 'Seen in three families.' },
    },
    withoutData: [],
    comparison: {
      ...{ overall: null, unchanged: 0, details: [] },
      variants: [
        {
          ...{ kind: 'class', name: 'LMNA c.1129C>T', crossing: 'upgrade', details: [] },
          before: [{ name: 'Uncertain significance', conditions: [] }],
          after: [{ name: 'Likely pathogenic', conditions: [] }],
        },
      ],
    },
  },
  isQuestioned: false,
  ...{ wish: 'yes', wishAsked: 'May the clinic contact you?' },
  days: { ordererDue: '2026-05-13', patientDue: '2026-06-05' },
  progress: {
    ...{ isOrdererTold: false, patient: 'open', tries: 0, triesNeeded: 3, relatives: [] },
    ...{ areRelativesListed: false, remaining: ['orderer', 'patient', 'relatives'] },
  },
  ...{ steps: [], letters: [] },
}
const TOLD: ReclassificationView = {
  ...VIEW,
  progress: {
    ...VIEW.progress,
    ...{ isOrdererTold: true, patient: 'told', areRelativesListed: true, remaining: [] },
    relatives: [{ key: 'r1', relation: 'Brother', isTold: true, isTested: false, hasDeclined: false }],
  },
  steps: [
    {
      ...{ id: 2, at: '2026-05-07T10:00:00.000Z', by: 'Ada Okafor', step: 'relative-told', way: 'phone' },
      ...{ relative: 'r1', relation: 'Brother', words: 'Wants a test.', against: '', isEarlier: false },
    },
  ],
  letters: [
    {
      ...{ id: 9, at: '2026-05-07T10:00:00.000Z', by: 'Ada Okafor', to: 'patient', relation: '' },
      ...{ isOutdated: true, isAgainstWish: false },
    },
  ],
}

/** Shows the card of a reclassification; returns what was sent. `refuse`: how a statement is answered. */
async function showCard(
  view: ReclassificationView,
  {
    support = false,
    warned = view,
    refuse,
  }: {
    support?: boolean
    /** What a reader sees who knows that the laboratory is checking the report. */
    warned?: ReclassificationView
    refuse?: Parameters<typeof problemOf>[0]
  } = {},
): Promise<[string, unknown][]> {
  const sent: [string, unknown][] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    const body = init?.body ? JSON.parse(String(init.body)) : null
    if (body !== null) sent.push([String(path), body])
    if (String(path).endsWith('/preview'))
      return Response.json({ title: 'New information', paragraphs: ['Dear Linh Quill,'] })
    if (body !== null && refuse) {
      const problem = problemOf(refuse)
      return Response.json(problem, {
        ...{ status: problem.status, headers: { 'content-type': 'application/problem+json' } },
      })
    }
    return Response.json(String(path).endsWith('?beingChecked=open') ? warned : view)
  })
  onTestFinished(() => fetched.mockRestore())
  const session = {
    ...{ user: { id: 1, support }, institution: { code: '1001' }, can: () => true },
  } as unknown as Session
  const root = createRootRoute({ component: () => <ReclassificationCard order={order} followUp={view} /> })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionContext value={session}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
  await expect.element(page.getByRole('heading', { name: 'Steps' })).toBeVisible()
  return sent
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const card = page.getByRole('region', { name: 'Reclassification: Exome' })

test('[WATCH-02] says what changed, when, by whom and why, whose it is, what is late and what is to do, on a phone too', async () => {
  await onPhone()
  await showCard(VIEW)
  for (const words of [
    'LMNA c.1129C>T',
    'Uncertain significance',
    'Likely pathogenic',
    'Seen in three families.',
    'signed by Maris Hollowell',
    'Late: was due 13 May 2026',
    'Owner: you',
    'to users with the role Super user',
    'was due 13 May 2026',
    'Ada Okafor',
    'agreed to be contacted',
  ])
    expect(card.element().textContent).toContain(words)
  await accessible()
})

test('a step is recorded with how and in what words, of the version that was read', async () => {
  const sent = await showCard(VIEW)
  await userEvent.click(button('Record: Tell the patient'))
  const patientDialog = dialog('What happened with the patient?')
  await userEvent.click(patientDialog.getByRole('button', { name: 'Record' }))
  await expect.element(patientDialog.getByLabelText('How')).toHaveFocus()
  await expect.element(patientDialog.getByLabelText('How')).toHaveAccessibleDescription('Choose how.')
  expect(sent).toEqual([])
  await userEvent.selectOptions(patientDialog.getByLabelText('How'), 'by phone')
  await userEvent.fill(patientDialog.getByRole('textbox', { name: 'Statement' }), 'Visit on Thursday.')
  await accessible()
  await userEvent.click(patientDialog.getByRole('button', { name: 'Record' }))
  await expect.element(patientDialog).not.toBeInTheDocument()
  expect(sent).toEqual([
    [
      expect.stringContaining('/api/reclassifications/1001/7/steps'),
      {
        ...{ revision: 3, step: 'patient-told', way: 'phone', relative: null, relation: '' },
        ...{ words: 'Visit on Thursday.', against: '', requestKey: expect.any(String) },
      },
    ],
  ])
})

test('a refused step keeps what was typed', async () => {
  await showCard(VIEW, { refuse: 'follow-up-changed' })
  await userEvent.click(button('List a relative'))
  const listing = dialog('List a relative')
  await userEvent.fill(listing.getByRole('textbox', { name: /related/ }), 'Brother')
  await userEvent.click(listing.getByRole('button', { name: 'Record' }))
  await expect.element(listing.getByRole('alert')).toBeVisible()
  await expect.element(listing.getByRole('textbox', { name: /related/ })).toHaveValue('Brother')
})

test('contact against the patient’s wish asks for a reason', async () => {
  await showCard({ ...VIEW, wish: 'withdrawn' })
  expect(card.element().textContent).toContain('has withdrawn that')
  await userEvent.click(button('Record: Tell the patient'))
  const patientDialog = dialog('What happened with the patient?')
  const reason = patientDialog.getByRole('textbox', { name: /despite the patient’s wish/ })
  await expect.element(reason).toBeVisible()
  await userEvent.click(patientDialog.getByRole('radio', { name: 'They do not want to be told' }))
  await expect.element(reason).not.toBeInTheDocument()
})

test('what was stated about each relative is shown, and a letter about an earlier version warns', async () => {
  await showCard(TOLD)
  for (const words of ['Brother: told', 'Wants a test.', 'To the patient', 'Do not send: newer version'])
    expect(card.element().textContent).toContain(words)
  await accessible()
})

test('a letter is shown before it is made', async () => {
  const sent = await showCard(VIEW)
  await userEvent.click(button('Write a letter'))
  const writing = dialog('Write a letter')
  await expect
    .element(writing.getByRole('region', { name: 'Preview' }).getByText('Dear Linh Quill,'))
    .toBeVisible()
  await accessible()
  await userEvent.click(writing.getByRole('button', { name: 'Make letter' }))
  await expect.element(writing).not.toBeInTheDocument()
  expect(sent.at(-1)).toEqual([
    expect.stringMatching(/\/letters$/),
    {
      ...{ revision: 3, relative: null, recipient: '', permission: '', against: '' },
      requestKey: expect.any(String),
    },
  ])
})

test('is closed only with a statement, which has to say why open steps are not needed', async () => {
  const sent = await showCard(VIEW)
  await userEvent.click(button('Close reclassification'))
  const closing = dialog('Close this reclassification')
  await userEvent.click(closing.getByRole('button', { name: 'Close reclassification' }))
  const why = closing.getByRole('checkbox', { name: 'My statement says why these are not needed' })
  await expect.element(why).toHaveAccessibleDescription(/confirm that your statement says why/)
  await userEvent.fill(closing.getByRole('textbox', { name: 'Statement' }), 'The patient has died.')
  await userEvent.click(why)
  await accessible()
  await userEvent.click(closing.getByRole('button', { name: 'Close reclassification' }))
  await expect.element(closing).not.toBeInTheDocument()
  expect(sent.at(-1)?.[1]).toEqual({ revision: 3, statement: 'The patient has died.', isIncomplete: true })
})

test('offers nothing to Support', async () => {
  await showCard(VIEW, { support: true })
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('offers closing only to the owner', async () => {
  await showCard({ ...TOLD, isOwn: false, owner: { id: 2, name: 'Ben Lund' } })
  await expect.element(button('Close reclassification')).not.toBeInTheDocument()
  expect(card.element().textContent).toContain('Ben Lund owns this. Take it over to close it.')
})

test('of a withdrawn report nothing that it said is shown, and no letter can be made', async () => {
  await showCard({ ...TOLD, changes: null })
  await expect.element(page.getByText('The laboratory has withdrawn this report')).toBeVisible()
  expect(card.element().textContent).not.toContain('LMNA')
  for (const name of ['Write a letter', /^Open the letter/])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
})

test('what changed is shown only on request while the laboratory checks the report, and no letter is made or sent', async () => {
  const questioned = { ...TOLD, isQuestioned: true }
  await showCard({ ...questioned, changes: null }, { warned: questioned })
  await expect
    .element(page.getByText('The laboratory is checking whether this report is correct'))
    .toBeVisible()
  expect(card.element().textContent).toContain('Do not send: report is being checked')
  expect(card.element().textContent).not.toContain('LMNA')
  await expect.element(page.getByRole('button', { name: /^Open the letter to the patient/ })).toBeVisible()
  await userEvent.click(button('Show what changed anyway'))
  await expect.element(page.getByText('LMNA c.1129C>T')).toBeVisible()
  await expect
    .element(page.getByText('The laboratory is checking whether this report is correct'))
    .toBeVisible()
  await expect.element(button('Write a letter')).not.toBeInTheDocument()
  await accessible()
})
