import { Button, Group } from '@mantine/core'
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Order } from '#contract/order.ts'
import { mayBecome, type VobChange, type VobStatus, vobIsOpen } from '#domain/orders/vob.ts'
import { api } from '#portal/api.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { useHere } from '#portal/links/use-here.ts'
import { BeginButton } from '#portal/order/BeginButton.tsx'
import { orderOptions } from '#portal/order/queries.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { showInstant } from '#ui/dates.ts'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { AuthorizationCard, CoverageCard } from '../coverage/public.ts'
import { codesOf } from './draft/test-choice.ts'
import classes from './form.module.css'
import { ReviewLines } from './review/ReviewLines.tsx'
import { reviewLines } from './review/review-lines.ts'
import * as texts from './texts.ts'

const STATUS: Record<VobStatus, { words: string; next: string }> = {
  draft: { words: texts.draftStatus, next: '' },
  submitted: {
    words: texts.requestedStatus,
    next: texts.requestedNext,
  },
  answered: {
    words: texts.answeredStatus,
    next: texts.answeredNext,
  },
  expired: {
    words: texts.expiredStatus,
    next: texts.expiredNext,
  },
  ordered: { words: texts.orderedStatus, next: texts.converted },
}

const CHANGE_MESSAGES: Record<VobChange, string> = {
  draft: texts.requestWithdrawn,
  submitted: texts.verificationRequested,
}

interface VerificationPageProps {
  /** As it was when it was opened: what happens to it since comes by itself. */
  opened: Order
  /** It was taken back: the form is to be opened. */
  onChanged: () => void
}

/** A benefits verification that was asked for: where it stands, what was asked, and what can be done with it. */
export function VerificationPage({ opened, onChanged }: VerificationPageProps) {
  const { institution } = useSession()
  const hospital = institution.code
  const navigate = useNavigate()
  const here = useHere()
  const queryClient = useQueryClient()
  const [draftKey] = useState(() => crypto.randomUUID())
  const { data: order } = useQuery({ ...orderOptions(hospital, opened.id), initialData: opened })
  const tests = useQueries({
    queries: codesOf(order.document).map((code) => ({
      queryKey: ['catalogue', 'test', code, hospital],
      queryFn: () => api.catalogue.test({ params: { code }, query: { institutionCode: hospital } }),
      staleTime: 15 * 60_000,
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })
  const status = order.vobStatus ?? 'draft'
  const change = useMutation({
    mutationFn: (vobStatus: VobChange) =>
      api.orders.vob({
        params: { h: hospital, id: order.id },
        headers: { 'if-match': String(order.version) },
        body: { vobStatus },
      }),
    onSuccess: (_, vobStatus) => notifySuccess(CHANGE_MESSAGES[vobStatus]),
    onError: notifyProblem,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['orders', hospital] })
      onChanged()
    },
  })
  const turn = useMutation({
    onMutate: here,
    mutationFn: () =>
      api.orders.copy({ params: { hospital, id: order.id }, body: { draftKey, as: 'order' } }),
    onSuccess: async (made, _, stillHere) => {
      void queryClient.invalidateQueries({ queryKey: ['orders', hospital] })
      notifySuccess(texts.converted)
      if (stillHere()) await navigate({ to: '/create', search: { draft: made.id } })
    },
    onError: (error) => {
      notifyProblem(error)
      onChanged()
    },
  })
  // Somebody else took it back.
  const isOpen = vobIsOpen(order.vobStatus)
  useEffect(() => {
    if (isOpen) onChanged()
  }, [isOpen])
  const names = order.document.tests.map((test) => test.testName).join(' + ')
  return (
    <div className={classes.page}>
      <PageHead
        crumbs={[
          <Link key="orders" to="/orders">
            {texts.orders}
          </Link>,
          texts.benefitsVerification,
        ]}
        title={texts.benefitsVerification}
        sub={names}
        actions={
          <Group gap="xs">
            {mayBecome(status, 'draft') && (
              <Button
                variant="default"
                loading={change.isPending && change.variables === 'draft'}
                onClick={() => change.mutate('draft')}
              >
                {texts.withdrawAndEdit}
              </Button>
            )}
            {status === 'expired' && (
              <Button
                variant="default"
                loading={change.isPending && change.variables === 'submitted'}
                onClick={() => change.mutate('submitted')}
              >
                {texts.requestAgain}
              </Button>
            )}
            {order.orderedAs === null ? (
              <BeginButton loading={turn.isPending} onClick={() => turn.mutate()}>
                {texts.convertToOrder}
              </BeginButton>
            ) : (
              <ButtonLink to="/order/details/$id" params={{ id: String(order.orderedAs) }}>
                {texts.openOrder}
              </ButtonLink>
            )}
          </Group>
        }
      />
      <div className={classes.sections}>
        <Card title={texts.status(STATUS[status].words)} sub={STATUS[status].next}>
          {texts.lastChanged(order.updatedBy, showInstant(order.updatedAt))}
        </Card>
        <CoverageCard order={order} />
        <AuthorizationCard order={order} />
        <Card title={texts.requestDetails}>
          <ReviewLines lines={reviewLines(order.document, tests)} />
        </Card>
      </div>
    </div>
  )
}
