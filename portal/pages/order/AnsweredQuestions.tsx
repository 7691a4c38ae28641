import { useQueries } from '@tanstack/react-query'
import { Fragment } from 'react'
import { answersIn } from '#domain/orders/answers.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { api } from '#portal/api.ts'
import { questionLines } from '#portal/order/question-lines.ts'

/** The answers to the laboratory's own questions, as rows of a list of facts. Their words are loaded by version. */
export function AnsweredQuestions({ document }: { document: OrderDocument }) {
  const versions = new Map(
    answersIn(document).map(({ questionnaire, version }) => [
      `${questionnaire} ${version}`,
      { questionnaire, version },
    ]),
  )
  const results = useQueries({
    queries: [...versions.values()].map((params) => ({
      queryKey: ['catalogue', 'questionnaire', params.questionnaire, params.version],
      queryFn: () => api.catalogue.questionnaire({ params }),
      // A version never changes.
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  if (results.some(({ isPending }) => isPending)) return null
  const questionnaires = results.flatMap(({ data }) => data ?? [])
  return questionLines(document, questionnaires).map(([question, answer], index) => (
    <Fragment key={index}>
      <dt>{question}</dt>
      <dd>{answer}</dd>
    </Fragment>
  ))
}
