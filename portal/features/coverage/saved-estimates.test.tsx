import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SavedEstimate } from '#contract/coverage.ts'
import type { Order } from '#contract/order.ts'
import { blankPatient, newOrder, PROBAND } from '#domain/orders/document.ts'
import { show } from '#ui/testing/show-field.tsx'
import { SavedEstimates } from './SavedEstimates.tsx'

const linh = { firstName: 'Linh', lastName: 'Nguyễn', dateOfBirth: '2019-03-14' }
const order = {
  ...{ id: 77, hospitalCode: '1001' },
  document: { ...newOrder(), patients: [{ ...blankPatient('Proband', PROBAND), ...linh }] },
} as unknown as Order
const estimate = (id: number, patientName: string, patientDateOfBirth = linh.dateOfBirth) =>
  ({
    ...{
      id,
      orderId: 77,
      madeAt: '2026-11-20T15:00:00.000Z',
      madeBy: 'Ada Okafor',
      countsUntil: '2026-12-20',
    },
    ...{ patientName, patientDateOfBirth, estimate: null, selfPayCents: 250_000 },
  }) as unknown as SavedEstimate

test('an estimate says for whom it was made if the order names its patient otherwise by now', () => {
  show(
    <QueryClientProvider client={new QueryClient()}>
      <SavedEstimates
        order={order}
        estimates={[
          estimate(3, 'Linh Nguyễn'),
          estimate(2, 'Linh Nguyen'),
          estimate(1, 'Linh Nguyễn', '2019-04-13'),
        ]}
      />
    </QueryClientProvider>,
  )
  const [same, spelled, born] = page.getByRole('listitem').elements()
  expect(same?.textContent).not.toContain('for Linh')
  expect(spelled?.textContent).toContain('for Linh Nguyen, DOB 14 Mar 2019')
  expect(born?.textContent).toContain('for Linh Nguyễn, DOB 13 Apr 2019')
})
