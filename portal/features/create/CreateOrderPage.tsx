import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { type PageAddress, useReplacedAddress } from '#portal/links/use-replaced-address.ts'
import { NoneBegun } from '#portal/order/NoneBegun.tsx'
import { parsePlainSearch } from '#portal/plain-search.ts'
import { flag, id } from '#portal/search-readers.ts'
import { useSession } from '#portal/session/session.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { mayCreateVob, takesOnlineOrders } from '../../frame/entries.ts'
import { MissingThing } from '../../frame/MissingThing.tsx'
import { useOpenedIn } from '../../frame/use-opened-in.ts'
import { OrderFormContext, ReopenContext } from './draft/form-context.ts'
import type { OrderForm } from './draft/order-form.ts'
import { FormSkeleton } from './FormSkeleton.tsx'
import { useTestsOfLink } from './link-tests.ts'
import { NewCart } from './NewCart.tsx'
import { type Address, OpenForm } from './OpenForm.tsx'
import { OrderFormView } from './OrderFormView.tsx'
import * as texts from './texts.ts'
import { useLeaving } from './use-leaving.ts'

/** The order form at /create and /order: a new order or benefits verification, or the draft of the address. */
export default function CreateOrderPage() {
  const session = useSession()
  const { institution, can } = session
  const { draft, is_vob: vob = false, 'new-cart': newCart = false } = useSearch({ strict: false })
  const openedIn = useOpenedIn(draft ?? 'new')
  const missing = (otherwise?: ReactNode) => (
    <MissingThing
      thing="draft"
      id={draft ?? null}
      openedIn={openedIn}
      skeleton={<FormSkeleton />}
      otherwise={otherwise}
    />
  )
  if (!can('CreateOrder'))
    return missing(
      <NotHere
        head={texts.newOrder}
        title={texts.mayNotCreateTitle}
        text={texts.mayNotCreateHint(institution.name)}
      />,
    )
  // A draft that there is can still be finished.
  if (draft === undefined && !takesOnlineOrders(session))
    return <NoneBegun head={vob ? texts.benefitsVerification : texts.newOrder} />
  if (vob && draft === undefined && !mayCreateVob(session))
    return (
      <NotHere
        head={texts.benefitsVerification}
        title={texts.noVerificationTitle}
        text={texts.noVerificationHint(institution.name)}
      />
    )
  if (newCart && draft === undefined) return <NewCart key={institution.code} vob={vob} />
  return <FormOfAddress key={institution.code} address={draft ?? (vob ? 'vob' : 'new')} missing={missing()} />
}

function NotHere({ head, title, text }: { head: string; title: string; text: string }) {
  return (
    <>
      <PageHead title={head} />
      <EmptyState
        title={title}
        text={text}
        action={
          <Button component={Link} to="/orders">
            {texts.viewOrders}
          </Button>
        }
      />
    </>
  )
}

/** The form that is open, and its address. */
interface Open {
  form: OrderForm
  address: Address
}

function FormOfAddress({ address, missing }: { address: Address; missing: ReactNode }) {
  const [open, setOpen] = useState<Open | null>(null)
  // A new order gets its address while it is typed in: the form stays. Another address is another form.
  const isSameForm =
    open &&
    (open.address === address || (typeof open.address === 'string' && open.form.orderId() === address))
  if (!isSameForm)
    return (
      <OpenForm
        key={address}
        address={address}
        missing={missing}
        onOpen={(form) => setOpen({ form, address })}
      />
    )
  return (
    <OrderFormContext value={open.form}>
      <ReopenContext value={() => setOpen(null)}>
        <AddressOfForm
          form={open.form}
          address={address}
          onAddress={(known) => setOpen({ form: open.form, address: known })}
        />
        <OrderFormView />
      </ReopenContext>
    </OrderFormContext>
  )
}

/** Puts the draft into the address as soon as it exists, in place of the old address. */
function AddressOfForm(props: { form: OrderForm; address: Address; onAddress: (draft: number) => void }) {
  const { form, address, onAddress } = props
  const draft = useSyncExternalStore(form.autosave.subscribe, form.orderId)
  useLeaving(form)
  useTestsOfLink(form)
  useEffect(() => {
    if (draft !== undefined && typeof address === 'number') onAddress(address)
  }, [draft, address])
  useReplacedAddress((there) => {
    const to = typeof address === 'number' || draft === undefined ? undefined : formAt(there, address)
    return to ? { to, search: { draft } } : null
  }, `${address} ${draft}`)
  return null
}

const FORM_PATHS = ['/create', '/order'] as const

/** The path of the form, where the address bar has the form of `address`; undefined where the user is elsewhere. */
function formAt({ pathname, search }: PageAddress, address: Address) {
  const { draft, is_vob: vob, 'new-cart': newCart } = parsePlainSearch(search)
  if (draft === undefined && flag(newCart)) return undefined
  const there = draft === undefined ? (flag(vob) ? 'vob' : 'new') : id(draft)
  return there === address ? FORM_PATHS.find((path) => path === pathname.toLowerCase()) : undefined
}
