import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Order } from '#contract/order.ts'
import type { OrderRecordSystem } from '#contract/record-system.ts'
import { show } from '#ui/testing/show-field.tsx'
import { RecordSystems } from './RecordSystems.tsx'

/** Two tests that the hospital placed together, of one specimen. */
const placed = (day: string) =>
  ['Epilepsy panel (GEN1)', 'Exome (GEN2)'].flatMap((test) => [
    `Test: ${test}`,
    'Specimen: Blood (BLD)',
    `Collected: ${day}`,
  ])
const systemWith = (now: string[]): OrderRecordSystem => ({
  ...{ name: 'Larkfield Epic', numbers: ['1001', '1002'], change: 'changed', now, results: [] },
})

function Changing({ first, next }: { first: OrderRecordSystem[]; next: OrderRecordSystem[] }) {
  const [recordSystems, receive] = useState(first)
  return (
    <>
      <button type="button" onClick={() => receive(next)}>
        Receive
      </button>
      <RecordSystems order={{ recordSystems } as unknown as Order} />
    </>
  )
}

const lines = () =>
  page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)

test('a corrected day of collection replaces the old one of each test that was placed together', async () => {
  const [before, after] = [placed('2026-03-02'), placed('2026-03-03')]
  show(<Changing first={[systemWith(before)]} next={[systemWith(after)]} />)
  await expect.poll(lines).toEqual(before)
  await page.getByRole('button', { name: 'Receive' }).click()
  await expect.poll(lines).toEqual(after)
})
