import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RedeemedCode } from '#contract/family-cascade.ts'
import { api } from '#portal/api.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { notifySuccess } from '#ui/notices.ts'
import { redeemedOptions } from './queries.ts'
import { Tells } from './Tells.tsx'
import * as texts from './texts.ts'

interface TellsDialogProps {
  hospital: string
  redeemed: Pick<RedeemedCode, 'id' | 'tells'>
  /** The variant. */
  name: string
  onClose: () => void
}

/** Somebody may think again about what their family's clinic learns, in both directions. */
export function TellsDialog({ hospital, redeemed, name, onClose }: TellsDialogProps) {
  const { id, tells: before } = redeemed
  const [tells, setTells] = useState(before)
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: () => api.familyCodes.tell({ params: { hospital, id }, body: { tells } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: redeemedOptions(hospital).queryKey })
      notifySuccess(texts.saved)
      onClose()
    },
  })
  return (
    <FormDialog
      opened
      ready={tells !== before}
      dirty={tells !== before}
      busy={change.isPending}
      problem={change.error}
      title={texts.changeTellsOf(name)}
      confirm={texts.save}
      cancel={texts.cancel}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <Tells value={tells} onChange={setTells} />
      <div>{texts.tellsHint}</div>
    </FormDialog>
  )
}
