import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OrderState } from '#domain/orders/status.ts'
import { useSession } from '#portal/session/session.ts'
import { placeOf } from './row.ts'

interface OrderLinkProps {
  order: { id: number; state: OrderState }
  /** Opens the newest report at once. */
  toReport?: boolean
  className?: string | undefined
  children: ReactNode
  'aria-label'?: string
  'data-row-link'?: boolean
}

/** A link to an order, wherever orders of its state are shown. */
export function OrderLink({ order, toReport = false, ...anchor }: OrderLinkProps) {
  const { can } = useSession()
  const place = placeOf(order.state, can('CreateOrder'))
  if (place === 'form') return <Link to="/create" search={{ draft: order.id }} {...anchor} />
  const there = { params: { id: String(order.id) }, ...(toReport ? { hash: 'report' } : {}), ...anchor }
  return place === 'en-route' ? (
    <Link to="/order/en-route/$id" {...there} />
  ) : (
    <Link to="/order/details/$id" {...there} />
  )
}
