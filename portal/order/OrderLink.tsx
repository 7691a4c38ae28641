import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OrderStage, OrderState } from '#domain/orders/status.ts'
import { useSession } from '#portal/session/session.ts'
import { pageKindOf } from './row.ts'

interface OrderLinkProps {
  /** One of another of the reader's institutions is opened at that one. */
  order: { id: number; state: OrderState; stage?: OrderStage; hospitalCode?: string }
  /** Opens the newest report at once. */
  toReport?: boolean
  /** A place on the order's page. */
  hash?: string
  className?: string | undefined
  children: ReactNode
  'aria-label'?: string
  'data-row-link'?: boolean
}

/** A link to an order, wherever orders of its state are shown. */
export function OrderLink({ order, toReport = false, hash, ...rest }: OrderLinkProps) {
  const { can, institution, selectInstitution } = useSession()
  const { hospitalCode = institution.code } = order
  const anchor = {
    ...rest,
    onClick: () => hospitalCode !== institution.code && selectInstitution(hospitalCode),
  }
  const pageKind = pageKindOf(order.stage ?? order.state, can('CreateOrder'))
  if (pageKind === 'form') return <Link to="/create" search={{ draft: order.id }} {...anchor} />
  const part = toReport ? 'report' : hash
  const there = { params: { id: String(order.id) }, ...(part ? { hash: part } : {}), ...anchor }
  return pageKind === 'en-route' ? (
    <Link to="/order/en-route/$id" {...there} />
  ) : (
    <Link to="/order/details/$id" {...there} />
  )
}
