import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ProblemError, problemOf } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import { blankPatient } from '#domain/orders/document.ts'
import { queryClient } from '#portal/api.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { accessible, onPhone, show } from '#ui/testing/show-field.tsx'
import { WithdrawConsentDialog } from './WithdrawConsentDialog.tsx'

const session = { configuration: { features: { calendarDates: true } } } as unknown as Session

const item = (id: string, title: string) => ({
  ...{ id, title, text: '', version: '1', language: 'en', list: '', withdrawn: null },
  ...{ isTesting: id === 'testing', answer: true },
})
const consentOf = (person: string, withdrawable: string[]): Order['consentLedger'][number] => ({
  ...{ person, name: person, record: null, attested: null, confirmed: null, retention: null, withdrawable },
  items: [item('testing', 'Consent for genetic testing'), item('research-use', 'Research use')],
})
const order = {
  ...{ id: 4711, hospitalCode: '1001', state: 'in-process' },
  document: {
    patients: [
      { ...blankPatient('Proband', 'proband'), firstName: 'Lucía', lastName: 'Moreno' },
      { ...blankPatient('Mother', 'm'), firstName: 'Elena', lastName: 'Moreno' },
    ],
  },
  consentLedger: [
    consentOf('proband', ['testing', 'research-use']),
    // Her testing has been done.
    consentOf('m', ['research-use']),
  ],
} as unknown as Order

const dialog = page.getByRole('dialog', { name: 'Withdraw a consent?' })
const box = (name: string) => dialog.getByRole('checkbox', { name })
const button = (name: string) => dialog.getByRole('button', { name, exact: true })

/** Shows the dialog of a server that answers with `reply`; returns the bodies that were sent. */
async function openDialog(
  reply: () => Response | Promise<Response>,
  /** The order that is read again after an answer. */
  after: Order = order,
  before: Order = order,
): Promise<unknown[]> {
  const bodies: unknown[] = []
  let readAgain = () => {}
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async () => readAgain())
  onTestFinished(() => invalidated.mockRestore())
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_path, init) => {
    bodies.push(JSON.parse(String(init?.body)))
    return reply()
  })
  onTestFinished(() => fetched.mockRestore())
  function Opener() {
    const [opened, setOpened] = useState(true)
    const [current, setCurrent] = useState(before)
    readAgain = () => setCurrent(after)
    return <WithdrawConsentDialog order={current} opened={opened} onClose={() => setOpened(false)} />
  }
  show(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={session}>
        <Opener />
      </SessionContext>
    </QueryClientProvider>,
  )
  await expect.element(dialog).toBeVisible()
  return bodies
}

async function fill(): Promise<void> {
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Day of the withdrawal' }), '11/20/2026')
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Reason' }), 'The family changed its mind')
}

test('[CNST-05] a withdrawal names what stops and what goes on, and is sent only once it is complete', async () => {
  await onPhone()
  const sent = await openDialog(() => Response.json({}, { status: 500 }))
  await expect.element(button('Withdraw consent')).toBeDisabled()
  await box('Research use').click()
  await expect.element(dialog.getByText(/Testing continues/)).toBeVisible()
  await expect.element(button('Withdraw consent')).toBeDisabled()
  await fill()
  await expect.element(button('Withdraw consent')).toBeEnabled()
  await box('Consent for genetic testing').click()
  await expect.element(button('Withdraw and stop testing')).toBeEnabled()
  await expect.element(dialog.getByText(/Testing stops/)).toBeVisible()
  await accessible()
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Reason' }), '   ')
  await expect.element(button('Withdraw and stop testing')).toBeDisabled()
  expect(sent).toEqual([])
})

test.each(['reported', 'cancelled'] as const)('of a %s order nothing is said of testing', async (state) => {
  await openDialog(() => Response.json({}, { status: 500 }), order, {
    ...{ ...order, state },
    consentLedger: [consentOf('proband', ['research-use'])],
  })
  await box('Research use').click()
  const words = 'The laboratory is told now. The first consent stays in the history.'
  await expect.element(dialog.getByRole('status')).toHaveTextContent(words)
  await expect.element(dialog.getByText(/Testing continues/)).not.toBeInTheDocument()
})

test('another person’s consents are offered without what was chosen before, and without what can no longer be withdrawn', async () => {
  const sent = await openDialog(() => Response.json({}, { status: 500 }))
  await box('Consent for genetic testing').click()
  await fill()
  await dialog.getByRole('combobox', { name: 'Person' }).click()
  await page.getByRole('option', { name: /Elena/ }).click()
  await expect.element(box('Consent for genetic testing')).not.toBeInTheDocument()
  await expect.element(box('Research use')).not.toBeChecked()
  await expect.element(button('Withdraw consent')).toBeDisabled()
  await box('Research use').click()
  await button('Withdraw consent').click()
  await expect
    .poll(() => sent)
    .toEqual([
      { patient: 'm', items: ['research-use'], on: '2026-11-20', reason: 'The family changed its mind' },
    ])
})

test('a refusal is shown in the dialog, with everything that was entered', async () => {
  const errors = [
    { path: '/items/0', rule: 'repeated', message: 'Research use was withdrawn on 20 Nov 2026.' },
  ]
  const { problem } = new ProblemError(problemOf('invalid-fields', { errors }))
  await openDialog(() =>
    Response.json(problem, {
      status: problem.status,
      headers: { 'content-type': 'application/problem+json' },
    }),
  )
  await box('Research use').click()
  await fill()
  await button('Withdraw consent').click()
  await expect.element(dialog.getByText('Research use was withdrawn on 20 Nov 2026.')).toBeVisible()
  await expect.element(box('Research use')).toBeChecked()
  await expect
    .element(dialog.getByRole('textbox', { name: 'Reason' }))
    .toHaveValue('The family changed its mind')
  await expect.element(button('Withdraw consent')).toBeEnabled()
})

test('a retry after a lost answer never withdraws another person’s consent', async () => {
  const [proband, mother] = order.consentLedger
  const withdrawn = { on: '2026-11-20', reason: '', by: 'Ada Okafor', at: '2026-11-20T15:00:00.000Z' }
  const after = (ledger: unknown[]) => ({ ...order, consentLedger: ledger }) as unknown as Order
  const isHers = { ...mother, withdrawable: [], items: mother?.items.map((one) => ({ ...one, withdrawn })) }
  const sent = await openDialog(() => Promise.reject(new TypeError('lost')), after([proband, isHers]))
  await dialog.getByRole('combobox', { name: 'Person' }).click()
  await page.getByRole('option', { name: /Elena/ }).click()
  await box('Research use').click()
  await fill()
  await button('Withdraw consent').click()
  await expect.element(dialog.getByText('Research use: withdrawn on 20 Nov 2026')).toBeVisible()
  await expect.element(dialog.getByText(/Elena.* has nothing left to withdraw/)).toBeVisible()
  await expect.element(dialog.getByText(/^What .*Elena.* withdraws$/)).toBeVisible()
  await expect.element(button('Withdraw consent')).toBeDisabled()
  await accessible()
  await dialog.getByRole('combobox', { name: 'Person' }).click()
  await page.getByRole('option', { name: /Lucía/ }).click()
  await expect.element(box('Research use')).not.toBeChecked()
  await expect.element(button('Withdraw consent')).toBeDisabled()
  expect(sent).toHaveLength(1)
})
