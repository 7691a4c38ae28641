import { Detail } from '#portal/list/Detail.tsx'
import list from '#portal/list/list.module.css'
import { WaitingCards } from '#portal/list/WaitingCards.tsx'
import {
  ActionsCell,
  MessageCell,
  type MessageRowsProps,
  OrderCell,
  OutcomeCell,
  WhenCell,
} from './MessageCells.tsx'

/** The list on a phone: the same cells, as cards. */
export function MessageCards({ rows, onRead, onAgain }: MessageRowsProps) {
  return (
    <ul className={list.cards}>
      {rows === undefined ? (
        <WaitingCards />
      ) : (
        rows.map((row) => (
          <li key={`${row.direction}${row.id}`} className={list.card}>
            <div>
              <MessageCell row={row} />
            </div>
            <div>
              <OutcomeCell row={row} />
            </div>
            <div className={list.facts}>
              <Detail name="Order">
                <OrderCell row={row} />
              </Detail>
              <Detail name="When">
                <WhenCell row={row} />
              </Detail>
            </div>
            <ActionsCell row={row} onRead={onRead} onAgain={onAgain} />
          </li>
        ))
      )}
    </ul>
  )
}
