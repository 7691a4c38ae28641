import { Button, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, useRef } from 'react'
import type { Order } from '#contract/order.ts'
import { takesOnlineOrders } from '#portal/frame/entries.ts'
import { notInPortal } from '#portal/order/texts.ts'
import { whyNot } from '#portal/order/unavailable-reasons.ts'
import { useSession } from '#portal/session/session.ts'
import { LateDialog } from '#ui/LateDialog.tsx'
import { useAddToRequisition } from '../requisition/use-add-to-requisition.tsx'
import * as texts from '../texts.ts'
import { useCancelOrder } from './use-cancel-order.tsx'
import { useCopy } from './use-copy.ts'
import { usePhenopacket } from './use-phenopacket.ts'

/** Loaded when an order with a report or a known variant is copied for a relative. */
const RelativeDialog = lazy(async () => ({
  default: (await import('./RelativeDialog.tsx')).RelativeDialog,
}))

/** Whether a variant may be known: relatives may then be tested for it alone. */
const isFamilyKnown = ({ reports, document }: Order) =>
  reports.length > 0 || (document.knownVariants ?? []).length > 0

interface Item {
  label: string
  act: () => void
  /** '' where it can be done; null where it is not shown. */
  reason: string | null
  danger?: boolean
}

/** What is done to an order seldom. An entry that cannot be chosen now says why. */
export function MoreActions({ order }: { order: Order }) {
  const session = useSession()
  const { can } = session
  const opener = useRef<HTMLButtonElement>(null)
  const cancel = useCancelOrder(order)
  const extend = useAddToRequisition(order)
  const again = useCopy(order, 'again')
  const relative = useCopy(order, 'relative')
  const phenopacket = usePhenopacket(order)
  const [isForRelative, family] = useDisclosure(false)
  const mayCopy = order.abilities.includes('copy') && order.vobStatus === null
  const copied = mayCopy ? (takesOnlineOrders(session) ? '' : notInPortal) : null
  const items: Item[] = [
    { label: texts.orderAgain, act: () => again.mutate(), reason: copied },
    {
      label: texts.orderForARelative,
      act: () => (isFamilyKnown(order) ? family.open() : relative.mutate()),
      reason: copied,
    },
    {
      label: texts.downloadPhenopacket,
      act: () => phenopacket.mutate(),
      reason: (order.document.phenotype ?? []).length > 0 ? '' : null,
    },
    { label: texts.addToRequisition, act: extend.open, reason: whyNot('extendRequisition', order, can) },
    { label: texts.cancelOrder, act: cancel.open, reason: whyNot('cancel', order, can), danger: true },
  ]
  const visibleItems = items.filter(({ reason }) => reason !== null)
  return (
    <>
      {visibleItems.length > 0 && (
        <Menu position="bottom-end" width={260}>
          <Menu.Target>
            <Button
              ref={opener}
              variant="default"
              rightSection={<IconChevronDown size={14} aria-hidden />}
              loading={again.isPending || relative.isPending || phenopacket.isPending}
            >
              {texts.more}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {visibleItems.map(({ label, act, reason, danger = false }) => (
              <Menu.Item
                key={label}
                aria-disabled={reason !== ''}
                closeMenuOnClick={reason === ''}
                {...(danger && reason === '' ? { color: 'red' } : {})}
                onClick={() => {
                  if (reason !== '') return
                  // The entry goes with the menu: a dialog gives the focus back to what stays.
                  opener.current?.focus()
                  act()
                }}
              >
                <Text inherit {...(reason === '' ? {} : { c: 'dimmed' })}>
                  {label}
                </Text>
                {reason !== '' && (
                  <Text size="xs" c="dimmed">
                    {reason}
                  </Text>
                )}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {cancel.dialog}
      {extend.dialog}
      {isForRelative && (
        <LateDialog onLeave={family.close}>
          <RelativeDialog order={order} opened={isForRelative} onClose={family.close} />
        </LateDialog>
      )}
    </>
  )
}
