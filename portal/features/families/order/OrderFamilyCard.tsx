import { Button, Group, Menu, Skeleton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '#contract/order.ts'
import type { OrderFamily } from '#contract/order-family.ts'
import { personName } from '#domain/orders/family.ts'
import { api } from '#portal/api.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { CloseRelatives } from './CloseRelatives.tsx'
import { JoinDialog } from './JoinDialog.tsx'
import { OfferedVariants } from './OfferedVariants.tsx'
import { OrderDiffers } from './OrderDiffers.tsx'
import classes from './order-family.module.css'
import { orderFamilyOptions, useLiveFamily, useOrderFamilyChange } from './queries.ts'
import * as texts from './texts.ts'

/** The family of an order: its close relatives drawn small, and what the order knows otherwise. */
export function OrderFamilyCard({ order }: { order: Order }) {
  const query = useQuery(orderFamilyOptions(order.hospitalCode, order.id))
  const { can } = useSession()
  const { data } = query
  if (data === undefined)
    return (
      <Card title={texts.familyDrawing}>
        {query.isError ? (
          <ErrorState problem={query.error} retry={() => query.refetch()} />
        ) : (
          <>
            <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>
            <Skeleton height={120} />
          </>
        )}
      </Card>
    )
  if (data.family) return <InFamily order={order} joined={data} family={data.family} />
  return can('CreateOrder') ? <InNoFamily order={order} joined={data} /> : null
}

/** Begins a family, or joins the order to one that is there. */
function InNoFamily({ order, joined }: { order: Order; joined: OrderFamily }) {
  const { hospitalCode: hospital, id } = order
  const params = { hospital, id }
  const [isChoosing, { open, close }] = useDisclosure(false)
  const [familyKey] = useState(() => crypto.randomUUID())
  const [patient] = order.document.patients
  const begin = useOrderFamilyChange(
    { hospital, order: id },
    () =>
      api.orderFamily.begin({
        params,
        body: { familyKey, name: patient?.lastName.trim() || texts.ofOrder(id) },
      }),
    { done: texts.familyBegun },
  )
  const join = useOrderFamilyChange(
    { hospital, order: id },
    ({ id: familyId, people }: OrderFamily['proposals'][number]) =>
      api.orderFamily.join({ params, body: { familyId, people } }),
    { done: texts.orderJoined },
  )
  const isBusy = begin.isPending || join.isPending
  return (
    <Card title={texts.familyDrawing} essence={texts.notInFamily}>
      {joined.proposals.map((proposal) => (
        <div key={proposal.id} className={classes.proposal}>
          <span>
            {texts.proposed(
              proposal.people.map(({ patientKey }) => personName(order.document, patientKey)).join(', '),
              proposal.name,
            )}
          </span>
          <Button size="xs" disabled={isBusy} onClick={() => join.mutate(proposal)}>
            {texts.joinTo(proposal.name)}
          </Button>
        </div>
      ))}
      <p className={classes.hint}>{`${texts.notInFamily} ${texts.notInFamilyHint}`}</p>
      {joined.variants.length > 0 && (
        <p className={classes.variants}>
          {texts.variantConcerns([...new Set(joined.variants.map(({ words }) => words))])}
        </p>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          loading={begin.isPending}
          disabled={isBusy}
          onClick={() => begin.mutate()}
        >
          {texts.beginFamily}
        </Button>
        <Button variant="default" size="xs" disabled={isBusy} onClick={open}>
          {texts.chooseFamily}
        </Button>
      </Group>
      {isChoosing && <JoinDialog order={order} joined={joined} onClose={close} />}
    </Card>
  )
}

interface InFamilyProps {
  order: Order
  joined: OrderFamily
  family: { id: number; name: string }
}

function InFamily({ order, joined, family: { id, name } }: InFamilyProps) {
  const { hospitalCode: hospital } = order
  const query = useLiveFamily(hospital, id)
  const { can } = useSession()
  const [isJoining, { open, close }] = useDisclosure(false)
  const [isLeaving, leaving] = useDisclosure(false)
  const leave = useOrderFamilyChange(
    { hospital, order: order.id },
    () => api.orderFamily.leave({ params: { hospital, id: order.id } }),
    { done: texts.takenOut, onDone: leaving.close },
  )
  const alone = order.document.patients.filter(({ key }) =>
    joined.people.every(({ patientKey }) => patientKey !== key),
  )
  const mayChange = can('CreateOrder')
  const menu = mayChange && (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" aria-label={texts.more}>
          <IconDots size={18} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={open}>{texts.sayWho}</Menu.Item>
        <Menu.Item onClick={leaving.open}>{texts.takeOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
  return (
    <Card title={texts.familyDrawing} essence={name} action={menu || undefined}>
      <TextLink to="/families/$id" params={{ id: String(id) }}>
        {texts.openFamily(name)}
      </TextLink>
      {query.isError && query.data === undefined ? (
        <ErrorState problem={query.error} retry={() => query.refetch()} />
      ) : query.data === undefined ? (
        <Skeleton height={160} mt="sm" />
      ) : (
        <>
          <CloseRelatives family={query.data} order={order} people={joined.people} />
          {mayChange && <OfferedVariants family={query.data} orderId={order.id} variants={joined.variants} />}
          {mayChange && <OrderDiffers family={query.data} order={order} people={joined.people} />}
        </>
      )}
      {mayChange && alone.length > 0 && (
        <div className={classes.proposal}>
          <span>{texts.notJoined(alone.map(({ key }) => personName(order.document, key)).join(', '))}</span>
          <Button size="xs" variant="default" onClick={open}>
            {texts.sayWho}
          </Button>
        </div>
      )}
      {isJoining && <JoinDialog order={order} joined={joined} onClose={close} />}
      <ConfirmDialog
        opened={isLeaving}
        title={texts.takeOutTitle}
        confirm={texts.takeOut}
        cancel={texts.keep}
        busy={leave.isPending}
        onClose={leaving.close}
        onConfirm={() => leave.mutate()}
      >
        {texts.takeOutHint}
      </ConfirmDialog>
    </Card>
  )
}
