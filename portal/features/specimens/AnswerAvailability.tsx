import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { AvailabilityRequest } from '#contract/sample.ts'
import { api } from '#portal/api.ts'
import { useChangeDialog } from '#portal/dialogs/change-dialog.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'

const ANSWERS = [
  { isAvailable: true, label: 'Available' },
  { isAvailable: false, label: 'Not enough' },
] as const

/** The laboratory's Support answers whether a specimen suffices, with a note if wanted; once. */
export function AnswerAvailability({ open: offered, ...isOpen }: AnswerAvailabilityProps) {
  return ANSWERS.map((answer) => <Answer key={answer.label} offered={offered} {...isOpen} {...answer} />)
}

interface AnswerAvailabilityProps {
  request: AvailabilityRequest
  /** `Blood of Lucía Moreno, born 14 Mar 2019` */
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
    successMessage: 'Answered.',
  })
  return (
    <>
      {offered && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`${label} for ${request.testName}: ${specimen}`}
          onClick={open}
        >
          {label}
        </Button>
      )}
      <FormDialog
        {...dialog}
        title={`${label}: ${request.testName}`}
        confirm={`Answer “${label}”`}
        ready
        dirty={note !== ''}
        onConfirm={() => dialog.onConfirm(note.trim())}
        onClosed={() => setNote('')}
      >
        <div>{specimen}</div>
        <div>Asked by {request.requestedBy}. An answer cannot be changed.</div>
        <Textarea
          label="Note"
          description="Optional. The clinic reads it."
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
