import { Skeleton, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { Order } from '#contract/order.ts'
import { calledInOrder } from '#portal/order/person.ts'
import { testOptions } from '#portal/order/queries.ts'
import { consentsInWords, consentsOf } from '#portal/order/words.ts'
import { Card } from '#ui/Card.tsx'
import { ConsentAnswers } from '#ui/ConsentAnswers.tsx'
import { showDay } from '#ui/dates.ts'
import { FamilyConsents } from './FamilyConsents.tsx'
import * as texts from './texts.ts'

/** What each person agreed to, in the words that were kept with the order; of a draft, and where none were, the catalogue's. */
export function ConsentsCard({ order }: { order: Order }) {
  const { document, hospitalCode, consentsAsked: consentQuestions } = order
  const tests = consentQuestions === null ? [...document.tests, ...document.addOnTests] : []
  const codes = tests.map((test) => test.testCode).filter(Boolean)
  const catalogue = useQueries({
    queries: [...new Set(codes)].map((code) => testOptions(code, hospitalCode)),
    combine: (results) => ({
      questions: results.flatMap((result) => result.data?.consents ?? []),
      loading: results.some((result) => result.isPending),
    }),
  })
  const questions = consentQuestions ?? catalogue.questions
  const people = document.patients
    .map(({ key }) => ({
      name: calledInOrder(document, key),
      answers: consentsOf(key, document.consents, questions),
    }))
    .filter(({ answers }) => answers.length > 0)
  const [one, ...others] = people
  if (!one) return null
  return (
    <Card title={texts.consents} essence={consentsInWords(people.flatMap(({ answers }) => answers))}>
      {consentQuestions === null && order.orderedAt !== null && (
        <Text size="sm" c="dimmed" mb="sm">
          {texts.todaysQuestions(showDay(order.orderedAt))}
        </Text>
      )}
      {catalogue.loading ? (
        one.answers.map(({ id }) => <Skeleton key={id} height={12} my={16} width="60%" />)
      ) : others.length > 0 ? (
        <FamilyConsents people={people} />
      ) : (
        <ConsentAnswers answers={one.answers} />
      )}
    </Card>
  )
}
