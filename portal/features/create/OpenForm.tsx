import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { Order } from '#contract/order.ts'
import { newOrder } from '#domain/orders/document.ts'
import { canStartFrom } from '#domain/orders/status.ts'
import { vobIsOpen } from '#domain/orders/vob.ts'
import { api } from '#portal/api.ts'
import { useSession } from '#portal/session/session.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { isMissing } from '../../frame/MissingThing.tsx'
import { emptyCartOnce, useFromCart } from './cart-order.ts'
import { createOrderForm, type OrderForm } from './draft/order-form.ts'
import { createTabLocks } from './draft/tab-locks.ts'
import { createUnsavedEdits } from './draft/unsaved.ts'
import { FormSkeleton } from './FormSkeleton.tsx'
import { takeBackFor } from './left-forms.ts'
import * as texts from './texts.ts'
import { saveBeforeLeaving } from './use-leaving.ts'
import { VerificationPage } from './VerificationPage.tsx'

/** A draft, by its order's id; or what does not exist until it is saved. */
export type Address = number | 'new' | 'vob'

export const unsavedEdits = createUnsavedEdits(sessionStorage, createTabLocks(navigator.locks, window))

interface OpenFormProps {
  address: Address
  /** Where the institution has no such draft. */
  missing: ReactNode
  onOpen: (form: OrderForm) => void
}

/** Loads what the form begins with. */
export function OpenForm({ address, missing, onOpen }: OpenFormProps) {
  const { user, institution, can } = useSession()
  const queryClient = useQueryClient()
  const isFromCart = useFromCart()
  const hospital = institution.code
  // Under a key of its own: live news must not put another document under the hands of somebody who types.
  const { data, error, refetch } = useQuery({
    queryKey: ['draft', hospital, address],
    queryFn: async () => {
      await saveBeforeLeaving()
      return takeBackFor({ hospitalCode: hospital, address }, async () => {
        if (typeof address === 'number') return api.orders.get({ params: { hospital, id: address } })
        const key = { userId: user.id, hospitalCode: hospital, orderId: null, vob: address === 'vob' }
        await unsavedEdits.leaveToOtherTab(key)
        return null
      })
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const ready =
    data !== undefined && (data === null || (canStartFrom('edit', data.state) && vobIsOpen(data.vobStatus)))

  useEffect(() => {
    if (!ready) return
    const provider =
      user.npi === ''
        ? undefined
        : { physicianId: user.id, firstName: user.firstName, lastName: user.lastName, npi: user.npi }
    if (data) queryClient.setQueryData(['orders', hospital, 'one', data.id], data)
    const emptyCart = isFromCart ? emptyCartOnce() : () => {}
    const form = createOrderForm({
      hospitalCode: hospital,
      userId: user.id,
      blank: { ...newOrder(provider), isVOB: address === 'vob' },
      submitter: can('SubmitOrder') ? { npi: user.npi, delegated: user.delegated } : null,
      loaded: data,
      edits: unsavedEdits,
      server: {
        create: (draftKey, document) =>
          api.orders.create({ params: { hospital }, body: { draftKey, document } }),
        patch: (id, version, operations) =>
          api.orders.patch({
            params: { hospital, id },
            headers: { 'if-match': String(version) },
            body: operations,
          }),
        get: (id) => api.orders.get({ params: { hospital, id } }),
      },
      onSaved(order: Order) {
        emptyCart(order.document)
        queryClient.setQueryData(['orders', hospital, 'one', order.id], order)
        void queryClient.invalidateQueries({ queryKey: ['orders', hospital, 'list'] })
      },
    })
    onOpen(form)
  }, [ready])

  if (isMissing(error)) return missing
  if (error) return <ErrorState problem={error} retry={() => void refetch()} />
  if (data && !ready && data.state === 'draft')
    return <VerificationPage opened={data} onChanged={() => void refetch()} />
  if (data && !ready)
    return (
      <>
        <PageHead title={texts.order} />
        <EmptyState
          title={texts.alreadySubmitted}
          text={texts.noLongerEditable}
          action={
            <Button component={Link} to={`/order/details/${data.id}`}>
              {texts.openOrder}
            </Button>
          }
        />
      </>
    )
  return <FormSkeleton />
}
