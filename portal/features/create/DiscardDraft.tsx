import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#portal/api.ts'
import { useHere } from '#portal/links/use-here.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import { problemIn } from './draft/autosave.ts'
import { useOrderForm, useSaveStatus } from './draft/form-context.ts'
import * as texts from './texts.ts'

/** Throws the draft away, after a question. */
export function DiscardDraft() {
  const form = useOrderForm()
  const status = useSaveStatus()
  const navigate = useNavigate()
  const here = useHere()
  const queryClient = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  if (status.kind === 'untouched' || status.kind === 'closed') return null

  async function discard() {
    const stillHere = here()
    setBusy(true)
    try {
      // A creation on its way is waited for, or the draft would appear after it was thrown away.
      await form.autosave.whenSaved()
      const saved = form.autosave.saved()
      if (saved)
        await api.orders.discard({ params: { h: form.hospitalCode, id: saved.id } }).catch(ignoreMissing)
      form.forget()
      void queryClient.invalidateQueries({ queryKey: ['orders', form.hospitalCode] })
      notifySuccess(texts.discarded)
      if (stillHere())
        await navigate({
          to: '/orders',
          search: { status: 'pending-submission', orderBy: 'orderDate', page: 1 },
        })
    } catch (error) {
      setBusy(false)
      setConfirming(false)
      notifyProblem(error)
    }
  }

  return (
    <>
      <Button variant="subtle" color="red" mr="auto" onClick={() => setConfirming(true)}>
        {texts.discardDraft}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={texts.discardTitle}
        confirm={texts.discardDraft}
        cancel={texts.keepDraft}
        danger
        busy={busy}
        onConfirm={() => void discard()}
        onClose={() => setConfirming(false)}
      >
        {texts.discardHint}
      </ConfirmDialog>
    </>
  )
}

function ignoreMissing(error: unknown): void {
  if (problemIn(error).code !== 'not-found') throw error
}
