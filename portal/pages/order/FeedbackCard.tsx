import { Button } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import type { Order } from '#contract/order.ts'
import { api } from '#portal/api.ts'
import { useChangeDialog } from '#portal/dialogs/change-dialog.ts'
import { personAndBirthOf } from '#portal/order/words.ts'
import { Card } from '#ui/Card.tsx'
import { FeedbackDialog } from '#ui/dialogs/FeedbackDialog.tsx'
import { type Feedback, RATINGS, ratingWord } from '#ui/dialogs/rules.ts'
import classes from './feedback-card.module.css'
import * as texts from './texts.ts'

/** How it went, by the reader; the last that they say counts (specification §2). */
export function FeedbackCard({ order }: { order: Order }) {
  const { id, hospitalCode, feedback, abilities } = order
  const { open, dialog } = useChangeDialog({
    hospitalCode,
    change: (body: Feedback) => api.orders.feedback({ params: { id }, body }),
    successMessage: texts.thanks,
  })
  const may = abilities.includes('giveFeedback')
  if (!may && !feedback) return null
  return (
    <Card title={texts.rateThisOrder}>
      {feedback ? (
        <>
          <div className={classes.rating}>
            {RATINGS.map((word, index) =>
              index < feedback.rating ? (
                <IconStarFilled key={word} size={16} aria-hidden />
              ) : (
                <IconStar key={word} size={16} aria-hidden />
              ),
            )}
            <span>{texts.ratingOfFive(feedback.rating, ratingWord(feedback.rating))}</span>
          </div>
          {feedback.text && <p className={classes.text}>{feedback.text}</p>}
        </>
      ) : (
        <p className={classes.text}>{texts.ratingHint}</p>
      )}
      {may && (
        <Button variant="default" mt="sm" onClick={open}>
          {feedback ? texts.changeRating : texts.rateOrder}
        </Button>
      )}
      <FeedbackDialog
        {...dialog}
        about={personAndBirthOf(order)}
        {...(feedback ? { given: feedback } : {})}
      />
    </Card>
  )
}
