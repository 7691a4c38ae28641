import { Anchor, Button } from '@mantine/core'
import { IconBuildingHospital, IconFlask, IconTruck } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { brand } from '#brand/brand.ts'
import type { Order, OrderBlock } from '#contract/order.ts'
import { HOLD_FACTS } from '#domain/orders/holds.ts'
import { Card } from '#ui/Card.tsx'
import { standingRefusal } from '../orders/happenings.ts'
import { placeOf } from '../orders/row.ts'
import { useAnswer } from './Answering.tsx'
import classes from './following.module.css'
import { SampleAction } from './SampleAction.tsx'
import { holdHash, sinceWhen, WAITS_HASH, whoAndWhen } from './words.ts'

const ICONS = { clinic: IconBuildingHospital, laboratory: IconFlask, carrier: IconTruck }

/** What keeps the order from going on, who has to act and by when, the most urgent first; each solved where it stands. */
export function BlocksCard({ order }: { order: Order }) {
  const enRoute = placeOf(order.stage, false) === 'en-route'
  // What the page's banner says already is not said twice.
  const isRefused = standingRefusal(order.events) !== null
  const blocks = order.blocks.filter(
    ({ kind }) => kind !== 'cancellation-asked' && !(isRefused && kind === 'not-taken'),
  )
  const hash = useLocation({ select: (location) => location.hash })
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (hash !== WAITS_HASH && !hash.startsWith(holdHash(0).slice(0, -1))) return
    const place = document.getElementById(hash) ?? list.current
    place?.scrollIntoView({ block: 'center' })
  }, [hash])
  const isTold = isRefused || order.state === 'pending-cancellation'
  if (blocks.length === 0 && (!enRoute || isTold)) return null
  const yours = blocks.filter(({ who }) => who === 'clinic').length
  return (
    <Card
      title="What this order waits for"
      id={WAITS_HASH}
      sub={yours === 0 ? 'Nothing is needed from your clinic now.' : undefined}
    >
      {blocks.length > 0 && (
        <ul className={classes.blocks} ref={list}>
          {blocks.map((block) => (
            <BlockLine key={`${block.kind} ${block.holdId} ${block.sampleId}`} order={order} block={block} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function BlockLine({ order, block }: { order: Order; block: OrderBlock }) {
  const Icon = ICONS[block.who]
  const hold = order.holds.find(({ id }) => id === block.holdId)
  const since = sinceWhen(block)
  return (
    <li
      className={classes.block}
      data-yours={block.who === 'clinic' || undefined}
      id={block.holdId === null ? undefined : holdHash(block.holdId)}
    >
      <Icon size={20} aria-hidden="true" className={classes.icon} />
      <div className={classes.what}>
        {hold && <div className={classes.kind}>{titleOf(block, hold.kind)}</div>}
        <div className={classes.words}>{block.words}</div>
        <div className={classes.when}>
          <span data-overdue={block.isOverdue || undefined}>{whoAndWhen(block)}</span>
          {since !== '' && ` · ${since}`}
        </div>
      </div>
      <div className={classes.act}>
        <Act order={order} block={block} />
      </div>
    </li>
  )
}

function titleOf({ kind }: OrderBlock, holdKind: keyof typeof HOLD_FACTS): string {
  return kind === 'hold-answered'
    ? 'Answered; the laboratory has not gone on yet'
    : HOLD_FACTS[holdKind].title
}

/** What can be done about it; nothing where the reader may not, or nothing can be done. */
function Act({ order, block: { action, holdId, sampleId } }: { order: Order; block: OrderBlock }) {
  const answer = useAnswer()
  const sample = order.samples.find(({ id }) => id === sampleId)
  switch (action) {
    case 'answer':
      return holdId !== null && order.abilities.includes('answerHold') ? (
        <Button onClick={() => answer(holdId)}>Answer</Button>
      ) : null
    case 'ship':
    case 'recollect':
      return sample ? <SampleAction order={order} sample={sample} /> : null
    case 'track':
      return sample?.shipment ? (
        <Anchor href={sample.shipment.link} target="_blank" rel="noreferrer">
          Where the parcel is
        </Anchor>
      ) : null
    case 'contact':
      return (
        <Anchor href={`tel:${brand.contact.phone.replace(/[^\d+]/g, '')}`}>Call {brand.contact.phone}</Anchor>
      )
    case null:
      return null
  }
}
