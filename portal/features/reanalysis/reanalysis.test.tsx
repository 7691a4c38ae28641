import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { problemOf } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import type { Reanalysis, ReanalysisCaseView } from '#contract/reanalysis.ts'
import { blankPatient } from '#domain/orders/document.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { accessible, onPhone, show } from '#ui/testing/show-field.tsx'
import { ReanalysisCard } from './ReanalysisCard.tsx'

const session = {
  configuration: { features: { calendarDates: true }, flags: { OnlineOrderPortal: true } },
} as unknown as Session
const order = {
  ...{ id: 4711, hospitalCode: '1001', abilities: ['addTest', 'recordFindings'] },
  document: {
    patients: [{ ...blankPatient('Proband', 'proband'), firstName: 'Lucía', lastName: 'Moreno' }],
  },
} as unknown as Order

const DUE: ReanalysisCaseView = {
  ...{ testCode: '1602', testName: 'Whole Exome Sequencing Proband Only', reportedOn: '2025-01-31' },
  ...{ reanalysis: { code: '1605', name: 'Exome Reanalysis' }, outcome: 'negative', dueByAge: '2026-07-31' },
  due: { isDue: true, reasons: ['age', 'findings'], since: '2026-06-03' },
  whatIsNew: ['Earlier analysis: order 4711.', 'Time since the report: 18 months.'],
  newer: [],
  followUp: { id: 1, revision: 2, dueOn: '2026-08-14', owner: 'Ada Okafor' },
  closed: null,
}
const FINDING: Reanalysis['findings'][number] = {
  ...{ patient: 'proband', termId: 'HP:0001250', label: 'Seizure', release: '2026-01-08' },
  ...{ status: 'present', observedOn: '2026-06-03', note: '', by: 'Ada Okafor' },
  at: '2026-06-04T10:00:00.000Z',
}

/** Changes what the card shows, as a live update does. */
let change = (_: Reanalysis) => {}

/** What the server has. */
let stored: Reanalysis
/** The answer to a request that records findings; by default it is taken. */
let answerToRecord: () => Response

/** Shows the card; returns the requests that were sent. */
async function showCard(first: Reanalysis): Promise<[string, unknown][]> {
  const requests: [string, unknown][] = []
  stored = first
  answerToRecord = () => Response.json(stored)
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    requests.push([String(path), init?.body ? JSON.parse(String(init.body)) : null])
    return String(path).includes('/phenotype/terms')
      ? Response.json({
          release: '2026-01-08',
          terms: [
            {
              ...{ id: 'HP:0002650', label: 'Scoliosis', definition: '', matched: '' },
              ...{ isFinding: true, replaces: '' },
            },
          ],
        })
      : String(path).includes('/findings')
        ? answerToRecord()
        : Response.json(stored)
  })
  onTestFinished(() => fetched.mockRestore())
  function Page() {
    const [reanalysis, setReanalysis] = useState(first)
    change = setReanalysis
    return <ReanalysisCard order={order} reanalysis={reanalysis} />
  }
  const root = createRootRoute({ component: Page })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={session}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
  await expect.element(page.getByRole('heading', { name: 'Reanalysis' })).toBeVisible()
  return requests
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })

test('[WATCH-03] says why a result is due, what is new and who decides, on a phone too', async () => {
  await onPhone()
  await showCard({ cases: [DUE], findings: [FINDING] })
  const card = page.getByRole('region', { name: 'Reanalysis' })
  for (const words of [
    'Due since 3 Jun 2026: the report is old enough, and findings were recorded since the report.',
    'Owner: Ada Okafor · Decide by 14 Aug 2026',
    'Time since the report: 18 months.',
    'Seizure (HP:0001250): Present, 3 Jun 2026',
  ])
    expect(card.element().textContent).toContain(words)
  await accessible()
})

test.each([
  ['findings', 'on that day, or when findings are recorded.', DUE.testCode, true],
  ['no findings', 'on that day.', DUE.testCode, false],
  ['findings', 'on that day, or when findings are recorded.', '', true],
  ['no findings', 'on that day.', '', false],
])('says that %s bring forward what is put off: %s', async (_, when, testCode, byFindings) => {
  const followUp = { id: 1, revision: 2, dueOn: '2026-08-14', owner: '' }
  const waiting = [{ testCode: '1602', testName: 'Exome', isQuestioned: true, followUp, byFindings }]
  await showCard({
    ...{ cases: testCode ? [{ ...DUE, byFindings }] : [], findings: [] },
    ...(testCode ? {} : { waiting }),
  })
  await userEvent.click(button('Not now'))
  await expect
    .element(dialog('Not now').getByText(`It stays on the follow-up list and is due again ${when}`))
    .toBeVisible()
})

test('puts it off to a day, and closes it only with a statement', async () => {
  const requests = await showCard({ cases: [DUE], findings: [] })
  await userEvent.click(button('Not now'))
  await expect.element(dialog('Not now').getByRole('button', { name: 'Put off' })).toBeDisabled()
  await accessible()
  await userEvent.click(dialog('Not now').getByRole('button', { name: 'Close' }))
  await expect.element(dialog('Not now')).not.toBeInTheDocument()
  await userEvent.click(button('Close follow-up'))
  const closing = dialog('Close without asking again?')
  const confirm = closing.getByRole('button', { name: 'Close follow-up' })
  await userEvent.click(closing.getByRole('radio', { name: 'Diagnosis found otherwise' }))
  await expect.element(confirm).toBeDisabled()
  await userEvent.fill(closing.getByRole('textbox', { name: 'Statement' }), 'Dravet syndrome')
  await accessible()
  await userEvent.click(confirm)
  await expect.element(closing).not.toBeInTheDocument()
  expect(requests.at(-1)).toEqual([
    expect.stringContaining('/api/Orders/1001/4711/reanalysis/close'),
    { testCode: '1602', revision: 2, reason: 'diagnosis', statement: 'Dravet syndrome' },
  ])
})

test('decides on what the dialog was opened about, though a colleague has decided meanwhile', async () => {
  const requests = await showCard({ cases: [DUE], findings: [] })
  const becomes = (revision: number) =>
    change({
      cases: [{ ...DUE, followUp: { id: 1, owner: '', dueOn: '2026-08-14', revision } }],
      findings: [],
    })
  becomes(3)
  await userEvent.click(button('Not now'))
  await userEvent.fill(dialog('Not now').getByRole('textbox', { name: 'Ask again on' }), '11/20/2027')
  becomes(4)
  await userEvent.click(dialog('Not now').getByRole('button', { name: 'Put off' }))
  await expect.element(dialog('Not now')).not.toBeInTheDocument()
  await userEvent.click(button('Close follow-up'))
  const closing = dialog('Close without asking again?')
  await userEvent.click(closing.getByRole('radio', { name: 'Diagnosis found otherwise' }))
  await userEvent.fill(closing.getByRole('textbox', { name: 'Statement' }), 'Dravet syndrome')
  becomes(5)
  await userEvent.click(closing.getByRole('button', { name: 'Close follow-up' }))
  await expect.element(closing).not.toBeInTheDocument()
  expect(requests.filter(([path]) => /later|close/.test(path)).map(([, body]) => body)).toMatchObject([
    { on: '2027-11-20', revision: 3 },
    { reason: 'diagnosis', revision: 4 },
  ])
})

test('offers no decision where none waits, and names the draft that exists', async () => {
  await showCard({
    cases: [
      {
        ...DUE,
        due: { isDue: false, why: 'ordered-again' },
        newer: [{ id: 4800, isDraft: true }],
        followUp: null,
      },
    ],
    findings: [],
  })
  await expect.element(page.getByRole('link', { name: 'Draft 4800' })).toBeVisible()
  for (const name of ['Not now', 'Close follow-up', 'Start reanalysis order'])
    await expect.element(button(name)).not.toBeInTheDocument()
})

test.each([
  ['being checked', true, /^Being checked by the laboratory/],
  [
    'no longer analyzed again',
    false,
    /^Results of this test are currently not reanalyzed at your institution\.$/,
  ],
])('puts off and closes one whose result is %s', async (_, isQuestioned, why) => {
  const followUp = { id: 1, revision: 2, dueOn: '2026-08-14', owner: '' }
  const waiting = [{ testCode: '1602', testName: 'Exome', isQuestioned, followUp }]
  const requests = await showCard({ cases: [], findings: [], waiting })
  await expect.element(page.getByText(why)).toBeVisible()
  await expect.element(page.getByText('No owner · Decide by 14 Aug 2026')).toBeVisible()
  await accessible()
  await userEvent.click(button('Not now'))
  await userEvent.fill(dialog('Not now').getByRole('textbox', { name: 'Ask again on' }), '11/20/2027')
  await userEvent.click(dialog('Not now').getByRole('button', { name: 'Put off' }))
  await expect.element(dialog('Not now')).not.toBeInTheDocument()
  await userEvent.click(button('Close follow-up'))
  const closing = dialog('Close without asking again?')
  await userEvent.click(closing.getByRole('radio', { name: 'Reanalysis ordered' }))
  await userEvent.click(closing.getByRole('button', { name: 'Close follow-up' }))
  await expect.element(closing).not.toBeInTheDocument()
  expect(requests.filter(([path]) => /later|close/.test(path)).map(([, body]) => body)).toMatchObject([
    { testCode: '1602', on: '2027-11-20', revision: 2 },
    { testCode: '1602', reason: 'ordered', revision: 2 },
  ])
})

test('records findings as terms, present or absent, with their day', async () => {
  const requests = await showCard({ cases: [DUE], findings: [] })
  await userEvent.click(button('Record findings'))
  const recording = dialog('Record findings since the report')
  const confirm = recording.getByRole('button', { name: 'Record findings' })
  await expect.element(confirm).toBeDisabled()
  await userEvent.fill(recording.getByPlaceholder('Seizure, small head, HP:0001250'), 'Scoliosis')
  await userEvent.click(page.getByRole('option', { name: /Scoliosis/ }))
  await userEvent.click(recording.getByText('Absent'))
  await userEvent.click(recording.getByRole('button', { name: 'Today' }))
  await accessible()
  await userEvent.click(confirm)
  await expect.element(recording).not.toBeInTheDocument()
  expect(requests.find(([path]) => path.includes('/findings'))?.[1]).toMatchObject({
    findings: [{ patient: 'proband', termId: 'HP:0002650', status: 'absent' }],
  })
})

test('tells what a first try recorded whose answer was lost, before what was changed since is recorded too', async () => {
  const requests = await showCard({ cases: [DUE], findings: [FINDING] })
  const sent = () => requests.filter(([path]) => path.includes('/findings'))
  await userEvent.click(button('Record findings'))
  const recording = dialog('Record findings since the report')
  const confirm = recording.getByRole('button', { name: 'Record findings' })
  await userEvent.fill(recording.getByPlaceholder('Seizure, small head, HP:0001250'), 'Scoliosis')
  await userEvent.click(page.getByRole('option', { name: /Scoliosis/ }))
  await userEvent.click(recording.getByRole('button', { name: 'Today' }))
  answerToRecord = () => {
    throw new TypeError('Failed to fetch')
  }
  await userEvent.click(confirm)
  await expect.element(recording.getByRole('alert')).toBeVisible()
  // It was recorded, and the page shows that behind the dialog.
  const scoliosis = { ...FINDING, termId: 'HP:0002650', label: 'Scoliosis' }
  stored = { cases: [DUE], findings: [FINDING, scoliosis] }
  change(stored)
  const note = recording.getByRole('textbox', { name: 'Note' })
  await userEvent.fill(note, 'Seen on the X-ray')
  answerToRecord = () =>
    Response.json(problemOf('version-conflict'), {
      status: 412,
      headers: { 'content-type': 'application/problem+json' },
    })
  await userEvent.click(confirm)
  await expect
    .element(recording.getByText(/^Scoliosis: Present, 3 Jun 2026, recorded by Ada Okafor on 4 Jun 2026$/))
    .toBeVisible()
  await accessible()
  answerToRecord = () => Response.json(stored)
  await userEvent.fill(note, 'Seen on two X-rays')
  await userEvent.click(confirm)
  await expect.element(recording).not.toBeInTheDocument()
  // In the address: a portal of the version before refuses a body with what it does not know.
  for (const [, body] of sent()) expect(body).not.toHaveProperty('seen')
  expect(sent()).toMatchObject([
    [expect.stringMatching(/seen=1$/), { note: '' }],
    [expect.stringMatching(/seen=1$/), { note: 'Seen on the X-ray' }],
    [expect.stringMatching(/seen=2$/), { note: 'Seen on two X-rays' }],
  ])
})
