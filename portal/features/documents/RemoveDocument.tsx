import { Button } from '@mantine/core'
import type { OrderFile } from '#contract/documents.ts'
import type { Order } from '#contract/order.ts'
import { api } from '#portal/api.ts'
import { useChangeDialog } from '#portal/dialogs/change-dialog.ts'
import { personAndBirthOf } from '#portal/order/words.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import * as texts from './texts.ts'

/** Takes a document away from a draft, once that was confirmed. */
export function RemoveDocument({ order, file }: { order: Order; file: OrderFile }) {
  const { hospitalCode, id } = order
  const { open, dialog } = useChangeDialog({
    hospitalCode,
    change: () => api.documents.remove({ params: { h: hospitalCode, id, documentId: file.id } }),
    successMessage: texts.documentRemoved,
  })
  return (
    <>
      <Button
        variant="default"
        onClick={open}
        aria-label={texts.removeFileOf(file.filename, personAndBirthOf(order))}
      >
        {texts.remove}
      </Button>
      <FormDialog
        {...dialog}
        title={texts.removeThisDocument}
        confirm={texts.removeDocument}
        cancel={texts.keep}
        danger
        ready
        dirty={false}
        onConfirm={() => dialog.onConfirm(undefined)}
      >
        <div>{texts.removeWarning(file.filename, personAndBirthOf(order))}</div>
      </FormDialog>
    </>
  )
}
