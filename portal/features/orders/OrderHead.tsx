import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { ORDER_STATE_FACTS } from '#domain/orders/status.ts'
import { api, queryClient } from '#portal/api.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { StatusTag } from '#ui/StatusTag.tsx'
import { listSeenLast } from './list-address.ts'
import { fullName, typedDate } from './words.ts'

const NOBODY = { firstName: '', lastName: '', dateOfBirth: '' }

/** `Born … · test (code) · lab number … · ordered by …, institution`; what is not known yet is left out. */
function subLine(order: Order): string {
  const { document, accessionNumber } = order
  const patient = document.patients[0] ?? NOBODY
  const tests = document.tests.filter((test) => test.testCode !== '')
  const provider = `${document.orderingProvider.firstName} ${document.orderingProvider.lastName}`.trim()
  return [
    patient.dateOfBirth && `Born ${typedDate(patient.dateOfBirth)}`,
    tests.map((test) => `${test.testName} (${test.testCode})`).join(', '),
    accessionNumber && `lab number ${accessionNumber}`,
    provider
      ? `${order.orderedAt ? 'ordered' : 'to be ordered'} by ${provider}, ${order.institutionName}`
      : order.institutionName,
    document.isVOB && 'benefits verification',
  ]
    .filter(Boolean)
    .join(' · ')
}

export function OrderHead({ order }: { order: Order }) {
  const { search } = ORDER_STATE_FACTS[order.state]
  return (
    <PageHead
      title={fullName(order.document.patients[0] ?? NOBODY)}
      tabTitle={`Order ${order.id}`}
      crumbs={[
        <Link key="orders" to="/orders" search={listSeenLast()}>
          Orders
        </Link>,
        ...(search
          ? [
              <Link key="status" to="/orders" search={{ status: search, orderBy: 'orderDate', page: 1 }}>
                {order.displayStatus}
              </Link>,
            ]
          : []),
        order.accessionNumber ?? `Order ${order.id}`,
      ]}
      badge={<StatusTag state={order.state} />}
      sub={subLine(order)}
      actions={
        <>
          {order.abilities.includes('discard') && <DiscardDraft order={order} />}
          {order.abilities.includes('edit') && (
            <ButtonLink to="/create" search={{ draft: order.id }}>
              Continue draft
            </ButtonLink>
          )}
        </>
      }
    />
  )
}

function DiscardDraft({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const discard = useMutation({
    mutationFn: () => api.orders.discard({ params: { h: order.hospitalCode, id: order.id } }),
    onSuccess: async () => {
      notifySuccess('Draft discarded')
      await navigate({
        to: '/orders',
        search: { status: 'pending-submission', orderBy: 'orderDate', page: 1 },
        replace: true,
      })
      queryClient.removeQueries({ queryKey: ['orders', order.hospitalCode, 'one', order.id] })
      await queryClient.invalidateQueries({ queryKey: ['orders', order.hospitalCode] })
    },
    onError: (error) => {
      setAsking(false)
      notifyProblem(error)
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Discard draft
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Discard this draft?"
        confirm="Discard draft"
        cancel="Keep it"
        danger
        busy={discard.isPending}
        onConfirm={() => discard.mutate()}
        onClose={() => setAsking(false)}
      >
        What was filled in for {fullName(order.document.patients[0] ?? NOBODY)} is lost. Nothing has been sent
        to the laboratory.
      </ConfirmDialog>
    </>
  )
}
