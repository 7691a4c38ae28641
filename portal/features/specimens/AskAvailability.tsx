import { Button } from '@mantine/core'
import { useState } from 'react'
import type { TestSummary } from '#contract/catalogue.ts'
import type { Order } from '#contract/order.ts'
import { api } from '#portal/api.ts'
import { useChangeDialog } from '#portal/dialogs/change-dialog.ts'
import { sampleAndBirth } from '#portal/order/words.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { TestPicker } from './TestPicker.tsx'
import * as texts from './texts.ts'

interface AskAvailabilityProps {
  sample: Order['samples'][number]
  /** That it is of. */
  order: Pick<Order, 'hospitalCode' | 'document'>
  /** It may be asked now. */
  offered: boolean
  /** Of the button; small in a row of a table. */
  size?: 'sm' | 'compact-sm'
}

/** Asks the laboratory whether enough of a specimen is left for a further test (API-48). */
export function AskAvailability({ sample, order, offered, size = 'compact-sm' }: AskAvailabilityProps) {
  const { hospitalCode } = order
  const [tests, setTests] = useState<TestSummary[]>([])
  const { open, dialog } = useChangeDialog({
    hospitalCode,
    change: (testCode: string) =>
      api.samples.askAvailability({ params: { h: hospitalCode, id: sample.id }, body: { testCode } }),
    successMessage: texts.questionSent,
  })
  const [test] = tests
  return (
    <>
      {offered && (
        <Button
          variant="default"
          size={size}
          onClick={open}
          aria-label={texts.checkRemainingOf(sampleAndBirth(sample, order))}
        >
          {texts.checkRemaining}
        </Button>
      )}
      <FormDialog
        {...dialog}
        title={texts.isEnoughLeft}
        confirm={texts.askTheLaboratory}
        ready={test !== undefined}
        dirty={test !== undefined}
        onConfirm={() => test && dialog.onConfirm(test.code)}
        onClosed={() => setTests([])}
      >
        <div>{sampleAndBirth(sample, order)}</div>
        <TestPicker label={texts.test} chosen={tests} onChange={setTests} most={1} />
      </FormDialog>
    </>
  )
}
