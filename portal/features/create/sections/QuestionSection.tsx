import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { asksQuestions } from '../draft/answers.ts'
import { useFormState } from '../draft/form-context.ts'
import { SectionCard } from './SectionCard.tsx'
import * as texts from './texts.ts'

/** Loaded when a chosen test asks something: few do. */
const Questionnaires = lazy(async () => ({
  default: (await import('./questions/Questionnaires.tsx')).Questionnaires,
}))

/** The laboratory's own questions of the chosen tests; nothing while they ask none. */
export function QuestionSection() {
  const asks = useFormState(asksQuestions)
  if (!asks) return null
  return (
    <SectionCard section="questions" sub={texts.questionsHint}>
      <Suspense fallback={<Skeleton height={120} />}>
        <Questionnaires />
      </Suspense>
    </SectionCard>
  )
}
