import type { Ref } from 'react'
import { Called } from '../Called.tsx'
import type { FormWords } from '../words/words.ts'
import classes from './form.module.css'

interface OutcomeProps {
  ref: Ref<HTMLDivElement>
  phase: 'editing' | 'busy' | 'sent' | 'failed'
  words: FormWords
  phone: string
  /** Fields are marked. */
  wrong: boolean
}

/** What became of the request (specification §8, GC-14 and GC-15), and what to do now. */
export function Outcome({ ref, phase, words, phone, wrong }: OutcomeProps) {
  if (phase !== 'sent' && phase !== 'failed') return null
  const sent = phase === 'sent'
  return (
    <div
      ref={ref}
      className={sent ? classes.sent : classes.failed}
      role={sent ? 'status' : 'alert'}
      tabIndex={-1}
    >
      <p className={classes.said}>{sent ? words.success : words.failure}</p>
      {sent && <p>{words.successNext}</p>}
      {!sent && wrong && <p>{words.checkFields}</p>}
      {!sent && (
        <p>
          <Called text={words.failureNext} phone={phone} />
        </p>
      )}
    </div>
  )
}
