import { Button, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Order } from '#contract/order.ts'
import type { WaitingReanalysis } from '#contract/reanalysis.ts'
import { isIsoDate } from '#domain/dates/dates.ts'
import { api } from '#portal/api.ts'
import { useChangeDialog } from '#portal/dialogs/change-dialog.ts'
import { useAsOpened } from '#portal/dialogs/use-as-opened.ts'
import { useSession } from '#portal/session/session.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { DateEntry } from '#ui/fields/DateEntry.tsx'
import * as texts from './texts.ts'

const BLANK = { on: '', reason: '' }

interface LaterDialogProps {
  order: Order
  known: Pick<WaitingReanalysis, 'testCode' | 'byFindings'>
  revision: number
}

/** Puts a reanalysis off to a day that the user enters. */
export function LaterDialog({ order, known, revision }: LaterDialogProps) {
  const { hospitalCode: hospital, id } = order
  const { calendarDates } = useSession().configuration.features
  const [input, setInput] = useState(BLANK)
  const { open, dialog } = useChangeDialog({
    hospitalCode: hospital,
    change: (body: typeof BLANK & { revision: number }) =>
      api.reanalysis.later({ params: { hospital, id }, body: { ...body, testCode: known.testCode } }),
    successMessage: texts.wasPutOff,
  })
  const read = useAsOpened(dialog.opened, revision)
  return (
    <>
      <Button variant="default" onClick={open}>
        {texts.notNow}
      </Button>
      <FormDialog
        {...dialog}
        title={texts.laterTitle}
        confirm={texts.putOff}
        ready={isIsoDate(input.on)}
        dirty={input.on !== '' || input.reason !== ''}
        onConfirm={() => dialog.onConfirm({ ...input, revision: read })}
        onClosed={() => setInput(BLANK)}
      >
        <Text size="sm">{texts.laterHint(known.byFindings === true)}</Text>
        <DateEntry
          variant={calendarDates ? 'calendar' : 'selects'}
          label={texts.askAgainOn}
          required
          value={input.on}
          onChange={(on) => setInput({ ...input, on })}
        />
        <Textarea
          label={texts.reason}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={1000}
          value={input.reason}
          onChange={(event) => setInput({ ...input, reason: event.currentTarget.value })}
        />
      </FormDialog>
    </>
  )
}
