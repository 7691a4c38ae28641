import { memo, useDeferredValue } from 'react'
import { useFormState, usePoints } from '../draft/form-context.ts'
import type { FormState } from '../draft/order-form.ts'
import type { FormPoint } from '../draft/points.ts'
import { ReviewLines } from '../review/ReviewLines.tsx'
import { overriddenIn, reviewLines } from '../review/review-lines.ts'
import { SectionCard } from './SectionCard.tsx'
import * as texts from './texts.ts'

const entireState = (state: FormState) => state

/** A read-only summary of what will be sent; it may lag behind the typing. */
export function ReviewSection() {
  const state = useDeferredValue(useFormState(entireState))
  const points = useDeferredValue(usePoints())
  return <Review state={state} points={points} />
}

/** Not made again while somebody types, before there is time for it. */
const Review = memo(function Review({ state, points }: { state: FormState; points: readonly FormPoint[] }) {
  const { document, tests } = state
  return (
    <SectionCard section="review" sub={document.isVOB ? texts.verificationReviewHint : texts.reviewHint}>
      <ReviewLines lines={reviewLines(document, tests, overriddenIn(points))} />
    </SectionCard>
  )
})
