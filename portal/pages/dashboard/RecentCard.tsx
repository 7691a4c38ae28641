import type { UseQueryResult } from '@tanstack/react-query'
import type { ordersRoutes } from '#contract/orders.ts'
import type { ReplyOf } from '#contract/route.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import { OrderStatus } from '#portal/order/OrderStatus.tsx'
import { laboratoryDay } from '#portal/order/words.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { OrderLines } from './OrderLines.tsx'
import * as texts from './texts.ts'
import { useVisibleCount } from './use-visible-count.ts'

export const MAX_RECENT = 5

/** The newest orders, whatever their status. */
export function RecentCard({ query }: { query: UseQueryResult<ReplyOf<typeof ordersRoutes.list>> }) {
  const visibleCount = useVisibleCount(MAX_RECENT)
  return (
    <Card title={texts.recentOrders} action={<TextLink to="/orders">{texts.allOrders}</TextLink>}>
      {query.isError && !query.data ? (
        <ErrorState problem={query.error} retry={() => query.refetch()} />
      ) : (
        <OrderLines
          rows={query.data?.ordersDTO.slice(0, visibleCount)}
          detail={(row) => [
            row.testName || texts.noTestYet,
            row.accessionNumber,
            row.orderedAt
              ? texts.orderedOn(laboratoryDay(row.orderedAt))
              : texts.draftBegunOn(laboratoryDay(row.createdAt)),
          ]}
          end={(row) => <OrderStatus order={row} />}
        />
      )}
    </Card>
  )
}
