import { ActionIcon, Indicator, Popover, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Notification } from '#contract/following.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { byText } from '#domain/text/order.ts'
import { showAgo, showDate } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { InlineList } from '#ui/InlineList.tsx'
import { useOnNavigation } from '../links/use-on-navigation.ts'
import { alertsOptions, notificationsOptions } from '../order/alert-queries.ts'
import { OrderLink } from '../order/OrderLink.tsx'
import { ALERTS, alertsInWords, holdHash, WAITS_HASH } from '../order/obstacle-words.ts'
import { bornInWords, listName } from '../order/words.ts'
import { useSession } from '../session/session.ts'
import classes from './notifications.module.css'
import * as texts from './texts.ts'

/** What is late and what the laboratory asks, behind a bell (specification §2, Header; §3, Header alert counts). */
export function Notifications() {
  const { institution } = useSession()
  const [opened, { close, toggle }] = useDisclosure(false)
  const { data: counts } = useQuery(alertsOptions(institution.code))
  const total = counts ? ALERTS.reduce((sum, { kind }) => sum + counts[kind], 0) : 0
  useOnNavigation(close)
  return (
    <Popover
      {...{ opened, position: 'bottom-end', shadow: 'md', radius: 'lg', trapFocus: true, returnFocus: true }}
      width="min(440px, calc(100vw - 24px))"
      withinPortal={false}
      onChange={close}
    >
      <Indicator disabled={total === 0} color="red" size={9} offset={7} className={classes.bell}>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            onClick={toggle}
            aria-label={alertsInWords(total)}
          >
            <IconBell size={19} aria-hidden="true" />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown className={classes.panel} aria-label={texts.notifications}>
        {opened && <Lines total={total} counts={counts} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Lines({
  total,
  counts,
}: {
  total: number
  counts: Record<(typeof ALERTS)[number]['kind'], number> | undefined
}) {
  const { institution } = useSession()
  const query = useQuery(notificationsOptions(institution.code))
  if (query.isError && !query.data) return <ErrorState problem={query.error} retry={() => query.refetch()} />
  if (!query.data || !counts)
    return [1, 2, 3].map((line) => <Skeleton key={line} height={14} my={12} width="80%" />)
  if (total === 0 && query.data.length === 0) return <p className={classes.none}>{texts.noItemToShow}</p>
  return ALERTS.map(({ kind, title, search }) => {
    const lines = query.data.filter((line) => line.kind === kind).toSorted(mostUrgentFirst)
    if (lines.length === 0) return null
    return (
      <section key={kind} aria-label={title}>
        <div className={classes.head}>
          <h2>{title}</h2>
          <Link to="/orders" search={{ orderBy: 'orderDate', page: 1, ...search }} className={classes.all}>
            {counts[kind] > lines.length ? texts.allOf(counts[kind]) : texts.showInList}
          </Link>
        </div>
        <ul className={classes.lines}>
          {lines.map((line) => (
            <Line key={`${kind} ${line.orderId}`} line={line} />
          ))}
        </ul>
      </section>
    )
  })
}

/** What is due first, then what has none to be due by. */
const mostUrgentFirst = (a: Notification, b: Notification) => byText(a.by ?? '9', b.by ?? '9')

function Line({ line }: { line: Notification }) {
  const { orderId: id, state, patient, testName, words, since, by, holdId, kind } = line
  const isLate = kind === 'otherLate' || kind === 'wgsLate'
  const overdue = by !== null && by < todayAtLaboratory(new Date())
  return (
    <li className={classes.line}>
      <OrderLink
        order={{ id, state }}
        hash={holdId === null ? WAITS_HASH : holdHash(holdId)}
        className={classes.link}
      >
        {listName(patient)}
      </OrderLink>
      <div className={classes.detail}>
        <InlineList of={[bornInWords(patient), testName]} />
      </div>
      {!isLate && <div className={classes.words}>{words}</div>}
      <div className={classes.detail} data-overdue={overdue || undefined}>
        {isLate
          ? texts.expectedOn(showDate(by ?? ''))
          : texts.askedAgo(
              showAgo(since),
              by ? `, ${overdue ? 'was due' : 'answer by'} ${showDate(by)}` : '',
            )}
      </div>
    </li>
  )
}
