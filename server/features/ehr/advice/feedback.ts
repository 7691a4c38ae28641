import { z } from 'zod'
import { AdviceRefused } from '#adapters/ehr/port.ts'
import { keepable } from '#domain/text/keepable.ts'
import type { AdviceFeedback } from './store.ts'

/** How many cards one request may tell of. */
const MOST = 100
const LONGEST_COMMENT = 500

const words = (longest: number) => z.string().transform((text) => keepable(text.trim().slice(0, longest)))

const feedback = z.object({
  feedback: z
    .array(
      z.object({
        card: z.uuid(),
        outcome: z.enum(['accepted', 'overridden']),
        outcomeTimestamp: z.iso.datetime({ offset: true }),
        overrideReason: z
          .object({
            reason: z.object({ code: words(100) }).nullish(),
            userComment: words(LONGEST_COMMENT).nullish(),
          })
          .nullish(),
      }),
    )
    .min(1)
    .max(MOST),
})

/** Reads what users did with cards. Throws `AdviceRefused` with what is wrong. */
export function readFeedback(body: string): AdviceFeedback[] {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    throw new AdviceRefused(400, 'the body is no JSON')
  }
  const read = feedback.safeParse(json)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new AdviceRefused(400, `${issue?.path.join('.') || 'the body'}: ${issue?.message ?? 'wrong'}`)
  }
  return read.data.feedback.map(({ card, outcome, outcomeTimestamp, overrideReason }) => ({
    ...{ card: card.toLowerCase(), outcome, at: new Date(outcomeTimestamp) },
    ...{ reason: overrideReason?.reason?.code ?? '', comment: overrideReason?.userComment ?? '' },
  }))
}
