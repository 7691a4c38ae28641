import { Button } from '@mantine/core'
import type { OrderFile } from '#contract/documents.ts'
import type { Order } from '#contract/order.ts'
import { api } from '#portal/api.ts'
import { useChangeDialog } from '#portal/dialogs/change-dialog.ts'
import { personAndBirthOf } from '#portal/order/words.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'

/** Takes a document away from a draft, once that was confirmed. */
export function RemoveDocument({ order, file }: { order: Order; file: OrderFile }) {
  const { hospitalCode, id } = order
  const { open, dialog } = useChangeDialog({
    hospitalCode,
    change: () => api.documents.remove({ params: { h: hospitalCode, id, documentId: file.id } }),
    successMessage: 'Document removed.',
  })
  return (
    <>
      <Button
        variant="default"
        onClick={open}
        aria-label={`Remove ${file.filename} of ${personAndBirthOf(order)}`}
      >
        Remove
      </Button>
      <FormDialog
        {...dialog}
        title="Remove this document?"
        confirm="Remove document"
        cancel="Keep it"
        danger
        ready
        dirty={false}
        onConfirm={() => dialog.onConfirm(undefined)}
      >
        <div>
          “{file.filename}” is taken away from the order of {personAndBirthOf(order)}.
        </div>
      </FormDialog>
    </>
  )
}
