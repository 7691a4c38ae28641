import { List, Text } from '@mantine/core'
import { useState } from 'react'
import type { Order } from '#contract/order.ts'
import type { ReanalysisCaseView } from '#contract/reanalysis.ts'
import { api } from '#portal/api.ts'
import { useChangeDialog } from '#portal/dialogs/change-dialog.ts'
import { BeginButton } from '#portal/order/BeginButton.tsx'
import { useOpenDraft } from '#portal/order/use-open-draft.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import * as texts from './texts.ts'

/** Starts the order of a reanalysis: shows beforehand what its draft says. */
export function DraftDialog({ order, known }: { order: Order; known: ReanalysisCaseView }) {
  const { hospitalCode: hospital, id } = order
  // A repeated request finds the draft that the first one made.
  const [draftKey] = useState(() => crypto.randomUUID())
  const { open, dialog } = useChangeDialog({
    hospitalCode: hospital,
    change: () =>
      api.reanalysis.draft({ params: { hospital, id }, body: { draftKey, testCode: known.testCode } }),
    onDone: useOpenDraft(),
  })
  return (
    <>
      <BeginButton onClick={open}>{texts.startDraft}</BeginButton>
      <FormDialog
        {...dialog}
        title={texts.draftTitle}
        confirm={texts.startDraft}
        ready
        dirty={false}
        onConfirm={() => dialog.onConfirm(undefined)}
      >
        <Text size="sm">{texts.draftHint(known.reanalysis.name, id)}</Text>
        <List size="sm">
          {known.whatIsNew.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      </FormDialog>
    </>
  )
}
