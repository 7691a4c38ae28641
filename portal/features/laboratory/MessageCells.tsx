import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { LaboratoryMessage } from '#contract/laboratory.ts'
import list from '#portal/list/list.module.css'
import { pageKindOf } from '#portal/order/row.ts'
import { useSession } from '#portal/session/session.ts'
import { showAgo, showInstant } from '#ui/dates.ts'
import { StatusTag } from '#ui/StatusTag.tsx'
import classes from './laboratory.module.css'
import * as texts from './texts.ts'
import { messageKind, messageName, outcomeWords, senderWords } from './words.ts'

export interface MessageRowsProps {
  /** Undefined while the first page is loading: its shape is shown. */
  rows: readonly LaboratoryMessage[] | undefined
  onRead: (message: LaboratoryMessage) => void
  onAgain: (message: LaboratoryMessage) => void
}

export function MessageCell({ row }: { row: LaboratoryMessage }) {
  const sender = senderWords(row)
  return (
    <>
      <div className={classes.kind}>{messageKind(row)}</div>
      <div className={list.second}>
        {row.controlId || texts.noControlId}
        {sender && texts.fromSender(sender)}
      </div>
    </>
  )
}

/** Support works for one institution at a time: the order's is chosen on the way. */
export function OrderCell({ row: { order } }: { row: LaboratoryMessage }) {
  const { institution, selectInstitution } = useSession()
  if (order === null) return <span className={list.none}>{texts.noKnownOrder}</span>
  const there = {
    params: { id: String(order.id) },
    className: classes.order,
    onClick: () => {
      if (order.hospitalCode !== institution.code) selectInstitution(order.hospitalCode)
    },
    children: order.id,
  }
  return (
    <>
      <div className={classes.orderLine}>
        {pageKindOf(order.state, false) === 'en-route' ? (
          <Link to="/order/en-route/$id" {...there} />
        ) : (
          <Link to="/order/details/$id" {...there} />
        )}
        <StatusTag state={order.state} />
      </div>
      <div className={list.second}>{order.institutionName}</div>
    </>
  )
}

export function WhenCell({ row }: { row: LaboratoryMessage }) {
  return (
    <>
      <div>{showAgo(row.at)}</div>
      <div className={list.second}>
        <time dateTime={row.at}>{showInstant(row.at)}</time>
      </div>
    </>
  )
}

export function OutcomeCell({ row }: { row: LaboratoryMessage }) {
  const { first, second } = outcomeWords(row)
  const wrong = row.reason !== '' || row.lastError !== ''
  return (
    <>
      <div className={wrong ? `${list.first} ${classes.wrong}` : list.first}>{first}</div>
      {second && <div className={list.second}>{second}</div>}
    </>
  )
}

export function ActionsCell({
  row,
  onRead,
  onAgain,
}: { row: LaboratoryMessage } & Omit<MessageRowsProps, 'rows'>) {
  const name = messageName(row)
  const again = row.abilities.includes('sendAgain') ? texts.sendAgain : 'Reprocess'
  return (
    <div className={classes.actions}>
      <Button variant="default" size="xs" onClick={() => onRead(row)} aria-label={texts.showNamed(name)}>
        {texts.show}
      </Button>
      {row.abilities.length > 0 && (
        <Button variant="light" size="xs" onClick={() => onAgain(row)} aria-label={`${again}: ${name}`}>
          {again}
        </Button>
      )}
    </div>
  )
}
