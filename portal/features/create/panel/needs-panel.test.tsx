import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { completeOrder, TESTED_MOTHER, withChanges } from '#domain/orders/testing/complete-order.ts'
import { onPhone } from '#ui/testing/show-field.tsx'
import { showSection } from '../sections/testing/show-section.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { NeedsList } from './NeedsPanel.tsx'

const refusedIn = (state: string) => ({
  ...{ state, status: 'refused' as const, validFrom: '2020-01-01', validTo: null },
})
const notInNewYork = { consentTerms: { adultOnset: false, approvals: [refusedIn('NY')] } }
const texts = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('button')?.textContent)

/** The summary has its lines on a phone only. The panel's stay while the pointer is there, which rests at the page's top. */
const LISTS = [
  [
    'the panel',
    <div key="panel" style={{ paddingTop: 400 }}>
      <NeedsList />
    </div>,
  ],
  ['the summary', <ErrorSummary key="summary" />],
] as const

describe.each(LISTS)('%s', (_name, list) => {
  test('keeps no line of a test that is refused to several people once the test is removed', async () => {
    await onPhone()
    const document = withChanges(completeOrder(), {
      ...TESTED_MOTHER,
      '/patients/0/addresses/0/state': 'NY',
      '/patients/1/addresses/0/state': 'NY',
    })
    const form = showSection(list, { document, test: notInNewYork })
    form.showErrors()
    await expect.poll(texts).toContainEqual(expect.stringContaining('cannot be performed'))
    form.removeTest('1600')
    await expect.poll(texts).not.toContainEqual(expect.stringContaining('cannot be performed'))
  })

  test('keeps no line of two that the server refused by one rule, and has each once', async () => {
    await onPhone()
    const form = showSection(list, { document: completeOrder() })
    const refusedWith = (message: string) => ({ path: '/tests/0/testCode', rule: 'done-in-family', message })
    const both = [refusedWith('Done for the mother'), refusedWith('Done for the father')]
    form.showErrors([...both, ...both.slice(0, 1)])
    await expect.poll(texts).toEqual(expect.arrayContaining(both.map(({ message }) => message)))
    expect(texts().filter((text) => text?.startsWith('Done for'))).toHaveLength(2)
    form.removeTest('1600')
    await expect.poll(texts).not.toContainEqual(expect.stringMatching(/^Done for/))
  })
})
