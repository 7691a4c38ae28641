import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { AvailabilityRequest } from '#contract/sample.ts'
import { api } from '#portal/api.ts'
import { useChangeDialog } from '#portal/dialogs/change-dialog.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import * as texts from './texts.ts'

const ANSWERS = [
  { isAvailable: true, label: texts.available },
  { isAvailable: false, label: texts.notEnough },
] as const

/** The laboratory's Support answers whether a specimen suffices, with a note if wanted; once. */
export function AnswerAvailability({ open: offered, ...isOpen }: AnswerAvailabilityProps) {
  return ANSWERS.map((answer) => <Answer key={answer.label} offered={offered} {...isOpen} {...answer} />)
}

interface AnswerAvailabilityProps {
  request: AvailabilityRequest
  /** `Blood of Lucía Moreno, DOB 14 Mar 2019` */
  specimen: string
  open: boolean
}

interface AnswerProps extends Omit<AnswerAvailabilityProps, 'open'> {
  offered: boolean
  isAvailable: boolean
  label: string
}

function Answer({ request, specimen, offered, isAvailable, label }: AnswerProps) {
  const [note, setNote] = useState('')
  const { open, dialog } = useChangeDialog({
    hospitalCode: request.hospitalCode,
    change: (words: string) =>
      api.samples.answerAvailability({ params: { id: request.id }, body: { isAvailable, note: words } }),
    successMessage: texts.answerSaved,
  })
  return (
    <>
      {offered && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={texts.answerFor(label, request.testName, specimen)}
          onClick={open}
        >
          {label}
        </Button>
      )}
      <FormDialog
        {...dialog}
        title={`${label}: ${request.testName}`}
        confirm={texts.confirmAnswer(label)}
        ready
        dirty={note !== ''}
        onConfirm={() => dialog.onConfirm(note.trim())}
        onClosed={() => setNote('')}
      >
        <div>{specimen}</div>
        <div>{texts.answerWarning(request.requestedBy)}</div>
        <Textarea
          label={texts.note}
          description={texts.noteHint}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={500}
          data-autofocus
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </FormDialog>
    </>
  )
}
