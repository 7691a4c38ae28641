import type { UseQueryResult } from '@tanstack/react-query'
import type { ordersRoutes } from '#contract/orders.ts'
import type { ReplyOf } from '#contract/route.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import classes from '#portal/order/order-lines.module.css'
import { openPointsInWords } from '#portal/order/words.ts'
import { Card } from '#ui/Card.tsx'
import { showAgo } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { OrderLines } from './OrderLines.tsx'
import * as texts from './texts.ts'
import { useVisibleCount } from './use-visible-count.ts'

/** Drafts of colleagues that the reader is asked to submit; nothing where nobody asks. */
export function SubmissionsCard({ query }: { query: UseQueryResult<ReplyOf<typeof ordersRoutes.list>> }) {
  const failed = query.isError && !query.data
  const { ordersDTO = [], total = 0 } = query.data ?? {}
  const rows = ordersDTO.slice(0, useVisibleCount(ordersDTO.length))
  if (!failed && total === 0) return null
  return (
    <Card
      title={texts.readyToSubmit}
      action={
        <TextLink to="/orders" search={{ status: 'asked-of-me', orderBy: 'orderDate', page: 1 }}>
          {texts.allAssigned}
        </TextLink>
      }
    >
      {failed ? (
        <ErrorState problem={query.error} retry={() => query.refetch()} />
      ) : (
        <OrderLines
          rows={rows}
          detail={(row) => [
            row.testName || texts.noTestYet,
            openPointsInWords(row).toLowerCase(),
            texts.savedAgo(showAgo(row.updatedAt)),
          ]}
          end={() => <span className={classes.action}>{texts.review}</span>}
        />
      )}
    </Card>
  )
}
