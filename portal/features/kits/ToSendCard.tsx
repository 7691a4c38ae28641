import { Button } from '@mantine/core'
import type { Kit } from '#contract/kits.ts'
import { addressLines } from '#domain/kits/recipient.ts'
import { Detail } from '#portal/list/Detail.tsx'
import { Card } from '#ui/Card.tsx'
import { showInstant } from '#ui/dates.ts'
import { KitStatusTag } from '#ui/KitStatusTag.tsx'
import { PhoneNumber } from '#ui/PhoneNumber.tsx'
import { ParcelCell } from './KitCells.tsx'
import kits from './kits.module.css'
import * as texts from './texts.ts'
import classes from './to-send.module.css'
import { kitsInWords, orderWarning } from './words.ts'

interface ToSendCardProps {
  kit: Kit
  onSend: () => void
}

/** Everything that packing one takes: what, how many, to whom. */
export function ToSendCard({ kit, onSend }: ToSendCardProps) {
  const { phone, address1 } = kit.kitRecipient
  const warning = orderWarning(kit)
  return (
    <Card
      // The number keeps two orders of the same kits apart.
      title={`${kitsInWords(kit)} · ${kit.id}`}
      sub={`${kit.institutionName}${kit.orderId === null ? '' : texts.withOrder(kit.orderId)}`}
      action={<KitStatusTag status={kit.status} />}
    >
      <div className={classes.body}>
        <div className={classes.facts}>
          {warning !== '' && (
            <Detail name={texts.order}>
              <span className={kits.late}>{warning}</span>
            </Detail>
          )}
          <Detail name="To">
            {addressLines(kit.kitRecipient).map((line, index) => (
              <div key={index}>{line}</div>
            ))}
            {address1 === '' && <span className={kits.late}>{texts.noAddress}</span>}
          </Detail>
          <Detail name="Phone">{phone === '' ? null : <PhoneNumber e164={phone} />}</Detail>
          <Detail name="Ordered">
            <div>{showInstant(kit.orderedAt)}</div>
            <div>{kit.orderedBy}</div>
          </Detail>
          {kit.sent && (
            <Detail name="Parcel">
              <ParcelCell kit={kit} />
            </Detail>
          )}
          <Detail name={texts.forTheLaboratory}>
            {kit.note === '' ? null : <span className={kits.note}>{kit.note}</span>}
          </Detail>
        </div>
        {kit.abilities.includes('send') && (
          <Button variant="default" onClick={onSend} aria-label={texts.markKitAsSent(kit.id)}>
            {texts.markAsSent}
          </Button>
        )}
      </div>
    </Card>
  )
}
