import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from './FormDialog.tsx'
import { type Feedback, FRESH_FEEDBACK, maySendFeedback } from './rules.ts'
import { StarRating } from './StarRating.tsx'

interface FeedbackDialogProps {
  opened: boolean
  /** The patient of the order: `Lucía Moreno, born 14 Mar 2019`. */
  about: string
  /** Earlier feedback, to be changed. */
  given?: Feedback
  busy: boolean
  /** The server's error, or null. */
  problem?: unknown
  /** The text is trimmed; '' for none. */
  onConfirm: (feedback: Feedback) => void
  onClose: () => void
}

/** Rates an order: one to five stars and an optional comment (specification §5, Feedback). */
export function FeedbackDialog(props: FeedbackDialogProps) {
  const { given = FRESH_FEEDBACK } = props
  const [typed, setTyped] = useState<Feedback | null>(null)
  const feedback = typed ?? given
  return (
    <FormDialog
      opened={props.opened}
      title="Rate this order"
      confirm="Send feedback"
      ready={maySendFeedback(feedback)}
      dirty={feedback.text !== given.text}
      busy={props.busy}
      problem={props.problem}
      onConfirm={() => props.onConfirm({ ...feedback, text: feedback.text.trim() })}
      onClose={props.onClose}
      onClosed={() => setTyped(null)}
    >
      <div>{props.about}</div>
      <StarRating value={feedback.rating} onChange={(rating) => setTyped({ ...feedback, rating })} />
      <Textarea
        label="What went well, and what could be better?"
        description="Optional"
        autosize
        minRows={3}
        maxRows={8}
        maxLength={2000}
        value={feedback.text}
        onChange={(event) => setTyped({ ...feedback, text: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
