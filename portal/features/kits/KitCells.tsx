import { Link } from '@tanstack/react-router'
import type { Kit } from '#contract/kits.ts'
import { countryLine } from '#domain/addresses/in-lines.ts'
import list from '#portal/list/list.module.css'
import { showDate, showDay } from '#ui/dates.ts'
import { OutsideLink } from '#ui/OutsideLink.tsx'
import classes from './kits.module.css'
import * as texts from './texts.ts'
import { kitsInWords, recipientName } from './words.ts'

interface CellProps {
  kit: Kit
}

/** The kits are the row's link, and cover the row. */
export function KitsCell({ kit }: CellProps) {
  return (
    <>
      <Link to="/kits/$id" params={{ id: String(kit.id) }} className={list.rowLink} data-row-link>
        {kitsInWords(kit)}
      </Link>
      <div className={list.second}>
        {kit.id}
        {kit.orderId !== null && texts.withOrder(kit.orderId)}
      </div>
    </>
  )
}

export function RecipientCell({ kit }: CellProps) {
  const { city, state } = kit.kitRecipient
  const location = [city, state, countryLine(kit.kitRecipient)]
  return (
    <>
      <div className={list.first}>{recipientName(kit) || <span className={list.none}>–</span>}</div>
      <div className={list.second}>{location.filter(Boolean).join(', ')}</div>
    </>
  )
}

export function OrderedCell({ kit }: CellProps) {
  return (
    <>
      <time dateTime={kit.orderedAt} className={list.oneLine}>
        {showDay(kit.orderedAt)}
      </time>
      <div className={list.second}>{kit.orderedBy}</div>
    </>
  )
}

/** Where the parcel is: its number leads to the carrier's page, and lies above the row's link. */
export function ParcelCell({ kit }: CellProps) {
  const { sent, isLate, status } = kit
  if (!sent) return <span className={list.none}>–</span>
  return (
    <>
      <ParcelLink sent={sent} />
      {status === 'sent' && (
        <div className={list.second} data-late={isLate || undefined}>
          {isLate ? (
            <span className={classes.late}>{texts.lateDue(showDate(sent.dueOn))}</span>
          ) : (
            texts.dueOn(showDate(sent.dueOn))
          )}
        </div>
      )}
    </>
  )
}

export function ParcelLink({ sent }: { sent: NonNullable<Kit['sent']> }) {
  return (
    <span className={classes.parcel}>
      <OutsideLink href={sent.link}>
        {sent.carrier} {sent.trackingNumber}
      </OutsideLink>
    </span>
  )
}
