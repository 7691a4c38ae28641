import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type OrderOfSample, sampleHistory, type TravellingSample } from '#domain/samples/sample-history.ts'
import { show } from '#ui/testing/show-field.tsx'
import { SampleTimeline } from './SampleTimeline.tsx'

const AT = '2026-03-04T10:00:00.000Z'
const NOT_IN_ITS_PARCEL: TravellingSample = {
  ...{ isAccessioned: false, accessionedAt: null, rejected: null, recollectionOf: null },
  ...{ collectedAgainAt: null, dateOfCollection: '', isSettled: false },
  shipment: {
    ...{ carrier: 'Fedex', trackingNumber: '123456789012', link: 'https://carrier.test/1' },
    ...{ enteredAt: AT, dueOn: '2026-03-09', isLate: false, arrivedWithoutIt: true },
  },
}
const ORDER: OrderOfSample = {
  ...{ state: 'en-route', expectedOn: null, isLate: false },
  ...{ testingAt: null, reportedAt: null, cancelledAt: null, hasPendingTest: false },
}

function Changing({ next }: { next: TravellingSample }) {
  const [sample, receive] = useState(NOT_IN_ITS_PARCEL)
  return (
    <>
      <button type="button" onClick={() => receive(next)}>
        Receive
      </button>
      <SampleTimeline timeline={sampleHistory(sample, ORDER)} />
    </>
  )
}

const steps = () =>
  page
    .getByRole('listitem')
    .elements()
    .map(({ firstElementChild }) => firstElementChild?.textContent)

test('a sample that was not in its parcel keeps one step for each sending when its day of collection comes', async () => {
  show(<Changing next={{ ...NOT_IN_ITS_PARCEL, dateOfCollection: '2026-03-02' }} />)
  const onTheWay = ['Shipment to the laboratory', 'Arrival at the laboratory', 'Testing', 'Report']
  await expect.poll(steps).toEqual(['Sent to the laboratory', ...onTheWay])
  await page.getByRole('button', { name: 'Receive' }).click()
  await expect.poll(steps).toEqual(['Collected', 'Sent to the laboratory', ...onTheWay])
})
