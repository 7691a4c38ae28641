import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useHere } from '#portal/links/use-here.ts'
import { useSession } from '#portal/session/session.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { FROM_CART } from './cart-order.ts'
import { FormSkeleton } from './FormSkeleton.tsx'
import { takeBackFor } from './left-forms.ts'
import { unsavedEdits } from './OpenForm.tsx'
import * as texts from './texts.ts'
import { saveBeforeLeaving } from './use-leaving.ts'

/** `new-cart=true`: an order with nothing of an earlier one that was never saved; asks before that is thrown away. */
export function NewCart({ vob }: { vob: boolean }) {
  const { user, institution } = useSession()
  const { test = [], ...search } = useSearch({ strict: false })
  const to = useLocation().pathname === '/order' ? '/order' : '/create'
  const navigate = useNavigate()
  const here = useHere()
  const [isConfirming, setConfirming] = useState(false)
  const unsavedKey = { userId: user.id, hospitalCode: institution.code, orderId: null, vob }

  function begin() {
    void navigate({
      ...{ to, search: { ...search, test: [test].flat(), 'new-cart': undefined }, replace: true },
      ...(vob ? {} : { state: FROM_CART }),
    })
  }
  useEffect(() => {
    // A form that was left a moment ago is being saved, and then there is nothing to throw away.
    const stillHere = here()
    const looked = saveBeforeLeaving().then(() => unsavedEdits.leaveToOtherTab(unsavedKey))
    void looked.then(() => {
      if (!stillHere()) return
      if (unsavedEdits.read(unsavedKey)) setConfirming(true)
      else begin()
    })
  }, [])

  return (
    <>
      <FormSkeleton />
      <ConfirmDialog
        opened={isConfirming}
        title={texts.discardUnsavedTitle}
        confirm={texts.discardDraft}
        cancel={texts.keepDraft}
        danger
        onConfirm={() =>
          void takeBackFor({ hospitalCode: institution.code, address: vob ? 'vob' : 'new' }, async () => {
            unsavedEdits.forget(unsavedKey)
            begin()
          })
        }
        onClose={() => void navigate({ to, search: vob ? { is_vob: true } : {}, replace: true })}
      >
        {texts.discardUnsavedHint(vob ? 'benefits verification' : 'order')}
      </ConfirmDialog>
    </>
  )
}
