import { useQuery } from '@tanstack/react-query'
import { useLinkProps, useLocation } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { SearchStatus } from '#domain/orders/status.ts'
import { summaryOptions } from '../features/orders/queries.ts'
import { useSession } from '../session/session.ts'
import classes from './navigation.module.css'
import { ORDER_ENTRIES } from './order-entries.ts'

interface Place {
  pathname: string
  status: SearchStatus | undefined
}

/** The side drawer's entries. Each says how many orders stand there; Reported, how many reports nobody has opened. */
export function Navigation() {
  const { institution, can } = useSession()
  const mayView = can('ViewOrder')
  const { data } = useQuery({ ...summaryOptions(institution.code), enabled: mayView })
  const location = useLocation()
  const place = { pathname: location.pathname, status: location.search.status }
  const noted = (status: SearchStatus): string => {
    if (!data) return ''
    if (status === 'reported') return data.unreadReports > 0 ? `${data.unreadReports} new` : ''
    return data.counts[status] > 0 ? data.counts[status].toLocaleString('en-US') : ''
  }
  return (
    <nav aria-label="Main">
      <ul className={classes.list}>
        <Entry props={useLinkProps({ to: '/dashboard' })} current={place.pathname === '/dashboard'}>
          Dashboard
        </Entry>
      </ul>
      {mayView && (
        <>
          <p className={classes.group} id="navigation-orders">
            Orders
          </p>
          <ul className={classes.list} aria-labelledby="navigation-orders">
            <OrdersEntry place={place}>Search</OrdersEntry>
            {ORDER_ENTRIES.map(([label, status]) => (
              <OrdersEntry key={status} place={place} status={status} note={noted(status)}>
                {label}
              </OrdersEntry>
            ))}
          </ul>
        </>
      )}
    </nav>
  )
}

interface OrdersEntryProps {
  place: Place
  status?: SearchStatus
  note?: string
  children: string
}

function OrdersEntry({ place, status, ...rest }: OrdersEntryProps) {
  const search = { ...(status ? { status } : {}), orderBy: 'orderDate', page: 1 } as const
  return (
    <Entry
      {...rest}
      props={useLinkProps({ to: '/orders', search })}
      current={place.pathname === '/orders' && place.status === status}
    />
  )
}

interface EntryProps {
  props: ReturnType<typeof useLinkProps>
  current: boolean
  note?: string
  children?: ReactNode
}

/** The number stands beside the link and describes it: the link's name stays its word. */
function Entry({ props, current, note, children }: EntryProps) {
  const noteId = useId()
  return (
    <li className={classes.entry} data-current={current || undefined}>
      <a
        {...props}
        className={classes.link}
        aria-current={current ? 'page' : undefined}
        aria-describedby={note ? noteId : undefined}
      >
        {children}
      </a>
      {note && (
        <span className={classes.note} id={noteId}>
          {note}
        </span>
      )}
    </li>
  )
}
