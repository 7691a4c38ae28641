import { Anchor, Button } from '@mantine/core'
import { IconBuildingHospital, IconFlask, IconTruck } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Order, OrderObstacle } from '#contract/order.ts'
import { HOLD_META } from '#domain/orders/hold-kinds.ts'
import { holdHash, sinceWhen, WAITS_HASH, whoAndWhen } from '#portal/order/obstacle-words.ts'
import { pageKindOf } from '#portal/order/row.ts'
import { currentRefusal } from '#portal/order/timeline.ts'
import { brand } from '#ui/brand.ts'
import { Card } from '#ui/Card.tsx'
import { useAnswer } from './Answering.tsx'
import classes from './following.module.css'
import { SampleAction } from './SampleAction.tsx'
import * as texts from './texts.ts'

const ICONS = { clinic: IconBuildingHospital, laboratory: IconFlask, carrier: IconTruck }

/** What keeps the order from going on, who has to act and by when, the most urgent first; each solved where it stands. */
export function ObstaclesCard({ order }: { order: Order }) {
  const enRoute = pageKindOf(order.stage, false) === 'en-route'
  // What the page's banner says already is not said twice.
  const isRefused = currentRefusal(order) !== null
  const obstacles = order.blocks.filter(
    ({ kind }) => kind !== 'cancellation-asked' && !(isRefused && kind === 'not-taken'),
  )
  const hash = useLocation({ select: (location) => location.hash })
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (hash !== WAITS_HASH && !hash.startsWith(holdHash(0).slice(0, -1))) return
    const target = document.getElementById(hash) ?? list.current
    target?.scrollIntoView({ block: 'center' })
  }, [hash])
  const hasBanner = isRefused || order.state === 'pending-cancellation'
  if (obstacles.length === 0 && (!enRoute || hasBanner)) return null
  const clinicCount = obstacles.filter(({ who }) => who === 'clinic').length
  return (
    <Card title={texts.outstandingItems} id={WAITS_HASH} sub={clinicCount === 0 ? texts.noAction : undefined}>
      {obstacles.length > 0 && (
        <ul className={classes.blocks} ref={list}>
          {obstacles.map((obstacle) => (
            <ObstacleItem
              key={`${obstacle.kind} ${obstacle.holdId} ${obstacle.sampleId}`}
              order={order}
              obstacle={obstacle}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

function ObstacleItem({ order, obstacle }: { order: Order; obstacle: OrderObstacle }) {
  const Icon = ICONS[obstacle.who]
  const hold = order.holds.find(({ id }) => id === obstacle.holdId)
  const since = sinceWhen(obstacle)
  return (
    <li
      className={classes.block}
      data-yours={obstacle.who === 'clinic' || undefined}
      id={obstacle.holdId === null ? undefined : holdHash(obstacle.holdId)}
    >
      <Icon size={20} aria-hidden="true" className={classes.icon} />
      <div className={classes.what}>
        {hold && <div className={classes.kind}>{titleOf(obstacle, hold.kind)}</div>}
        <div className={classes.words}>{obstacle.words}</div>
        <div className={classes.when}>
          <span data-overdue={obstacle.isOverdue || undefined}>{whoAndWhen(obstacle)}</span>
          {since !== '' && ` · ${since}`}
        </div>
      </div>
      <div className={classes.act}>
        <Act order={order} obstacle={obstacle} />
      </div>
    </li>
  )
}

function titleOf({ kind }: OrderObstacle, holdKind: keyof typeof HOLD_META): string {
  return kind === 'hold-answered' ? texts.waitingToResume : HOLD_META[holdKind].title
}

/** What can be done about it; nothing where the reader may not, or nothing can be done. */
function Act({ order, obstacle: { action, holdId, sampleId } }: { order: Order; obstacle: OrderObstacle }) {
  const answer = useAnswer()
  const sample = order.samples.find(({ id }) => id === sampleId)
  switch (action) {
    case 'answer':
      return holdId !== null && order.abilities.includes('answerHold') ? (
        <Button onClick={() => answer(holdId)}>{texts.answer}</Button>
      ) : null
    case 'ship':
    case 'recollect':
      return sample ? <SampleAction order={order} sample={sample} /> : null
    case 'track':
      return sample?.shipment ? (
        <Anchor href={sample.shipment.link} target="_blank" rel="noreferrer">
          {texts.trackTheParcel}
        </Anchor>
      ) : null
    case 'contact':
      return (
        <Anchor href={`tel:${brand.contact.phone.replace(/[^\d+]/g, '')}`}>
          {texts.callNumber(brand.contact.phone)}
        </Anchor>
      )
    case null:
      return null
  }
}
