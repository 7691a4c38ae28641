import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Order } from '#contract/order.ts'
import { blankTest } from '#domain/orders/document.ts'
import { completeOrder } from '#domain/orders/testing/complete-order.ts'
import { show } from '#ui/testing/show-field.tsx'
import { OrderContentCard } from './OrderContentCard.tsx'

const [exome, panel] = [blankTest('1600', 'Exome'), blankTest('1102', 'Epilepsy panel')]
const orderOf = (...tests: (typeof exome)[]) =>
  ({
    ...{ document: { ...completeOrder(), tests }, samples: [], testName: 'Exome' },
    ...{ vobStatus: null, madeFrom: null, orderedAs: null, storedSpecimen: null, assignNewLabNumber: false },
  }) as unknown as Order

function ChangedOrder() {
  const [order, setOrder] = useState(orderOf(exome, panel, exome))
  return (
    <>
      <OrderContentCard order={order} />
      <button type="button" onClick={() => setOrder(orderOf(panel))}>
        Change
      </button>
    </>
  )
}

const testsListed = () =>
  [...document.querySelectorAll('dt')]
    .find(({ textContent }) => textContent === 'Tests')
    ?.nextElementSibling?.textContent?.match(/[A-Z][a-z ]+\(\d+\)/g)

test('a test that a draft of the API has twice is not listed any more once it is removed', async () => {
  show(<ChangedOrder />)
  await expect.poll(testsListed).toEqual(['Exome (1600)', 'Epilepsy panel (1102)', 'Exome (1600)'])
  await page.getByRole('button', { name: 'Change' }).click()
  await expect.poll(testsListed).toEqual(['Epilepsy panel (1102)'])
})
