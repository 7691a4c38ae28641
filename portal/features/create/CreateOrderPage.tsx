import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { ProblemError } from '#contract/errors.ts'
import type { Order } from '#contract/orders.ts'
import { mayFrom } from '#domain/orders/status.ts'
import { api } from '#portal/api.ts'
import { useSession } from '#portal/session/session.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { OrderFormContext } from './draft/form-context.ts'
import { createOrderForm, type OrderForm } from './draft/order-form.ts'
import { createUnsavedEdits } from './draft/unsaved.ts'
import { FormSkeleton } from './FormSkeleton.tsx'
import { OrderFormView } from './OrderFormView.tsx'
import { savedOnTheWayOut, useLeaving } from './use-leaving.ts'

const edits = createUnsavedEdits(sessionStorage)

/** The order form at /create and /order: a new order, or the draft of the address. */
export default function CreateOrderPage() {
  const { institution, can } = useSession()
  if (!can('CreateOrder'))
    return (
      <EmptyState
        title="Your role does not create orders here"
        text={`Ask an administrator of ${institution.name} for the permission Create Order.`}
        action={
          <Button component={Link} to="/orders">
            See the orders
          </Button>
        }
      />
    )
  return <FormOfAddress key={institution.code} />
}

/** The form that is open, and the draft of which it is in the address; a new order has none until it is saved. */
interface Open {
  form: OrderForm
  address: number | undefined
}

function FormOfAddress() {
  const { draft } = useSearch({ strict: false })
  const [open, setOpen] = useState<Open | null>(null)
  // A new order gets its address while it is typed in: the form stays. Another address is another form.
  const stays =
    open && (open.address === draft || (open.address === undefined && open.form.orderId() === draft))
  if (!stays)
    return (
      <OpenForm key={draft ?? 'new'} draft={draft} onOpen={(form) => setOpen({ form, address: draft })} />
    )
  return (
    <OrderFormContext value={open.form}>
      <AddressOfForm
        form={open.form}
        draft={draft}
        onAddress={(address) => setOpen({ form: open.form, address })}
      />
      <OrderFormView />
    </OrderFormContext>
  )
}

/** Puts the draft into the address as soon as it exists, in place of the old address. */
function AddressOfForm(props: {
  form: OrderForm
  draft: number | undefined
  onAddress: (draft: number) => void
}) {
  const { form, draft, onAddress } = props
  const navigate = useNavigate()
  const to = useLocation().pathname === '/order' ? '/order' : '/create'
  const id = useSyncExternalStore(form.autosave.subscribe, form.orderId)
  useLeaving(form)
  useEffect(() => {
    if (id === undefined) return
    if (draft === undefined) void navigate({ to, search: { draft: id }, replace: true })
    else onAddress(draft)
  }, [id, draft])
  return null
}

/** Loads what the form begins with. */
function OpenForm({ draft, onOpen }: { draft: number | undefined; onOpen: (form: OrderForm) => void }) {
  const { user, institution } = useSession()
  const { test: codes = [], ctc } = useSearch({ strict: false })
  const queryClient = useQueryClient()
  const hospital = institution.code
  // Under a key of its own: live news must not put another document under the hands of somebody who types.
  const { data, error, refetch } = useQuery({
    queryKey: ['draft', hospital, draft ?? 'new'],
    queryFn: async () => {
      await savedOnTheWayOut()
      return draft === undefined ? null : api.orders.get({ params: { hospital, id: draft } })
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const ready = data !== undefined && (data === null || mayFrom('edit', data.state))

  useEffect(() => {
    if (!ready) return
    const form = createOrderForm({
      hospitalCode: hospital,
      userId: user.id,
      provider:
        user.npi === ''
          ? undefined
          : { physicianId: user.id, firstName: user.firstName, lastName: user.lastName, npi: user.npi },
      loaded: data,
      edits,
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
        queryClient.setQueryData(['orders', hospital, 'one', order.id], order)
        void queryClient.invalidateQueries({ queryKey: ['orders', hospital, 'list'] })
      },
    })
    if (draft === undefined) for (const code of ctc ? [ctc] : codes) form.addTest(code, '')
    onOpen(form)
  }, [ready])

  if (error) return <NotOpened error={error} retry={() => void refetch()} />
  if (data && !ready)
    return (
      <EmptyState
        title="This order has been submitted"
        text="It is no draft any more, so it cannot be changed here."
        action={
          <Button component={Link} to={`/order/details/${data.id}`}>
            Open the order
          </Button>
        }
      />
    )
  return <FormSkeleton />
}

function NotOpened({ error, retry }: { error: unknown; retry: () => void }) {
  if (!(error instanceof ProblemError) || error.problem.code !== 'not-found')
    return <ErrorState problem={error} retry={retry} />
  return (
    <EmptyState
      title="This draft is not here"
      text="It was discarded, or it belongs to another of your institutions: choose that one above to open it."
      action={
        <Button component={Link} to="/create">
          Begin a new order
        </Button>
      }
    />
  )
}
