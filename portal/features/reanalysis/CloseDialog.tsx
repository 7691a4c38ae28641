import { Button, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Order } from '#contract/order.ts'
import { CLOSING_REASONS, CLOSING_WORDS, type ClosingReason, needsWords } from '#domain/reanalysis/closing.ts'
import { api } from '#portal/api.ts'
import { useChangeDialog } from '#portal/dialogs/change-dialog.ts'
import { useAsOpened } from '#portal/dialogs/use-as-opened.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import * as texts from './texts.ts'

interface CloseDialogProps {
  order: Order
  known: { testCode: string }
  revision: number
}

interface Input {
  reason: ClosingReason | null
  statement: string
}

const BLANK: Input = { reason: null, statement: '' }

/** Closes the question of a reanalysis by a person's statement. */
export function CloseDialog({ order, known, revision }: CloseDialogProps) {
  const { hospitalCode: hospital, id } = order
  const [input, setInput] = useState(BLANK)
  const { open, dialog } = useChangeDialog({
    hospitalCode: hospital,
    change: (body: { revision: number; reason: ClosingReason; statement: string }) =>
      api.reanalysis.close({ params: { hospital, id }, body: { ...body, testCode: known.testCode } }),
    successMessage: texts.wasClosed,
  })
  const read = useAsOpened(dialog.opened, revision)
  const { reason, statement } = input
  return (
    <>
      <Button variant="default" onClick={open}>
        {texts.close}
      </Button>
      <FormDialog
        {...dialog}
        title={texts.closeTitle}
        confirm={texts.closeQuestion}
        cancel={texts.keepOpen}
        ready={reason !== null && (!needsWords(reason) || statement.trim() !== '')}
        dirty={reason !== null || statement !== ''}
        onConfirm={() => reason && dialog.onConfirm({ revision: read, reason, statement })}
        onClosed={() => setInput(BLANK)}
      >
        <Text size="sm">{texts.closeHint}</Text>
        <Radio.Group
          label={texts.why}
          value={reason ?? ''}
          onChange={(value) => setInput({ ...input, reason: value as ClosingReason })}
        >
          <Stack gap={6} mt={6}>
            {CLOSING_REASONS.map((one) => (
              <Radio key={one} value={one} label={CLOSING_WORDS[one]} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label={texts.statement}
          required={reason !== null && needsWords(reason)}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={1000}
          value={statement}
          onChange={(event) => setInput({ ...input, statement: event.currentTarget.value })}
        />
      </FormDialog>
    </>
  )
}
