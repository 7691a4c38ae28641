import { Detail } from '#portal/list/Detail.tsx'
import list from '#portal/list/list.module.css'
import { WaitingCards } from '#portal/list/WaitingCards.tsx'
import { KitStatusTag } from '#ui/KitStatusTag.tsx'
import { KitAction } from './KitActions.tsx'
import { KitsCell, OrderedCell, ParcelCell, RecipientCell } from './KitCells.tsx'
import type { KitRowsProps } from './KitTable.tsx'
import classes from './kits.module.css'

/** The list on a phone: the same cells, as cards. */
export function KitCards({ rows }: Pick<KitRowsProps, 'rows'>) {
  return (
    <ul className={list.cards}>
      {rows === undefined ? (
        <WaitingCards />
      ) : (
        rows.map((kit) => (
          <li key={kit.id} className={list.card} data-row>
            <div className={list.pair}>
              <div>
                <KitsCell kit={kit} />
              </div>
              <KitStatusTag status={kit.status} />
            </div>
            <div className={list.facts}>
              <Detail name="Recipient">
                <RecipientCell kit={kit} />
              </Detail>
              <Detail name="Ordered">
                <OrderedCell kit={kit} />
              </Detail>
              {kit.sent && (
                <Detail name="Parcel">
                  <ParcelCell kit={kit} />
                </Detail>
              )}
            </div>
            <div className={classes.actions}>
              <KitAction kit={kit} action="receive" small />
              <KitAction kit={kit} action="cancel" small />
            </div>
          </li>
        ))
      )}
    </ul>
  )
}
