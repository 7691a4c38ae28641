import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Order } from '#contract/order.ts'
import { api } from '#portal/api.ts'
import { useChangeDialog } from '#portal/dialogs/change-dialog.ts'
import { personAndBirthOf } from '#portal/order/words.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import * as texts from '../texts.ts'
import { htmlOf } from './paragraphs.ts'

/** What the laboratory should know besides, printed with the requisition (API-37). */
export function useAddToRequisition(order: Order) {
  const { hospitalCode, id } = order
  const [text, setText] = useState('')
  const { open, dialog } = useChangeDialog({
    hospitalCode,
    change: (htmlContent: string) =>
      api.documents.addRequisition({ params: { h: hospitalCode, id }, body: { htmlContent } }),
    successMessage: texts.addedToTheRequisition,
  })
  const { onConfirm, ...rest } = dialog
  return {
    open,
    dialog: (
      <FormDialog
        {...rest}
        title={texts.addToRequisition}
        confirm={texts.addToRequisition}
        ready={text.trim() !== ''}
        dirty={text !== ''}
        onConfirm={() => onConfirm(htmlOf(text))}
        onClosed={() => setText('')}
      >
        <div>{personAndBirthOf(order)}</div>
        <Textarea
          label={texts.text}
          description={texts.requisitionTextHint}
          aria-required
          autosize
          minRows={6}
          maxRows={16}
          maxLength={20_000}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </FormDialog>
    ),
  }
}
