import { Detail } from '#portal/list/Detail.tsx'
import list from '#portal/list/list.module.css'
import { WaitingCards } from '#portal/list/WaitingCards.tsx'
import {
  ActionsCell,
  OutcomeCell,
  PatientCell,
  ReceivedCell,
  type RequestRowsProps,
  StateCell,
} from './RequestCells.tsx'

/** The list on a phone: the same cells, as cards. */
export function RequestCards({ rows, onOpen, onAgain }: RequestRowsProps) {
  return (
    <ul className={list.cards}>
      {rows === undefined ? (
        <WaitingCards />
      ) : (
        rows.map((row) => (
          <li key={row.id} className={list.card}>
            <div className={list.pair}>
              <div>
                <PatientCell row={row} />
              </div>
              <StateCell row={row} />
            </div>
            <div className={list.facts}>
              <Detail name="Received">
                <ReceivedCell row={row} />
              </Detail>
              <Detail name="History">
                <OutcomeCell row={row} />
              </Detail>
            </div>
            <ActionsCell row={row} onOpen={onOpen} onAgain={onAgain} />
          </li>
        ))
      )}
    </ul>
  )
}
