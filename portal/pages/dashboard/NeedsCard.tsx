import { Button } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { followingRoutes, OrderWithObstacles } from '#contract/following.ts'
import type { ReplyOf } from '#contract/route.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import { blockedOptions } from '#portal/order/alert-queries.ts'
import { OrderLink } from '#portal/order/OrderLink.tsx'
import { holdHash, WAITS_HASH } from '#portal/order/obstacle-words.ts'
import classes from '#portal/order/order-lines.module.css'
import { bornInWords, listName } from '#portal/order/words.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { counted } from '#ui/counted.ts'
import { showDate } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import * as texts from './texts.ts'
import { useVisibleCount } from './use-visible-count.ts'

export const MAX_NEEDS = 6
/** As many as one call gives. */
const MOST_NEEDS = 100

/** What is to be done about each, in a word. */
const DO = {
  ...{ hold: 'Answer', 'sample-rejected': 'Recollect', 'parcel-late': texts.trackTheParcel },
  ...{ 'sample-not-sent': texts.sendTheSample },
} as const

type Reply = ReplyOf<(typeof followingRoutes)['blocked']>

/** The orders that wait for the clinic, the most urgent first; each leads to where it is solved. No list has them all. */
export function NeedsCard({ query }: { query: UseQueryResult<Reply> }) {
  const { institution } = useSession()
  const visibleCount = useVisibleCount(MAX_NEEDS)
  const [isExpanded, setExpanded] = useState(false)
  const allOrders = useQuery({ ...blockedOptions(institution.code, MOST_NEEDS), enabled: isExpanded })
  const { data } = query
  if (query.isError && !data)
    return (
      <Card title={texts.needsYourAttention}>
        <ErrorState problem={query.error} retry={() => query.refetch()} />
      </Card>
    )
  if (!data || data.total === 0) return null
  const orders = isExpanded && allOrders.data ? allOrders.data.orders : data.orders.slice(0, visibleCount)
  const most = Math.min(data.total, MOST_NEEDS)
  return (
    <Card
      title={texts.needsYourAttention}
      sub={texts.ordersNeedAction(
        counted(data.total, 'order'),
        data.total === 1 ? 'needs' : 'need',
        data.overdue > 0 ? `, ${data.overdue} overdue` : '',
      )}
      action={
        <TextLink to="/orders" search={{ orderBy: 'orderDate', page: 1, missingInfo: true }}>
          {texts.viewAllRequests}
        </TextLink>
      }
    >
      <ul className={classes.lines}>
        {orders.map((order) => (
          <Line key={order.orderId} order={order} />
        ))}
      </ul>
      {data.total > visibleCount && (
        <Button
          variant="default"
          size="xs"
          mt="sm"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded
            ? texts.showFewer
            : most < data.total
              ? texts.showSome(most, data.total)
              : texts.showAll(most)}
        </Button>
      )}
      {isExpanded && allOrders.isError && !allOrders.data && (
        <ErrorState problem={allOrders.error} retry={() => allOrders.refetch()} />
      )}
    </Card>
  )
}

function Line({ order: { orderId: id, state, patient, blocks: obstacles } }: { order: OrderWithObstacles }) {
  const [first, ...more] = obstacles
  // Who only reads is led there as well, but not told to do it.
  const mayAct = useSession().can('CreateOrder')
  if (!first) return null
  const { kind, words, by, isOverdue, holdId } = first
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <OrderLink
          order={{ id, state }}
          hash={holdId === null ? WAITS_HASH : holdHash(holdId)}
          className={classes.link}
        >
          {listName(patient)}
        </OrderLink>{' '}
        <span className={`${classes.detail} ${classes.born}`}>{bornInWords(patient)}</span>
        <div className={classes.words}>{words}</div>
        <div className={classes.detail}>
          {by && (
            <span data-overdue={isOverdue || undefined}>
              {isOverdue ? texts.wasDue : texts.dueBy} {showDate(by)}
            </span>
          )}
          {more.length > 0 && texts.andMore(counted(more.length, 'thing'))}
        </div>
      </div>
      <div className={classes.end}>
        <span className={classes.action}>
          {mayAct && kind in DO ? DO[kind as keyof typeof DO] : texts.openLabel}
        </span>
      </div>
    </li>
  )
}
