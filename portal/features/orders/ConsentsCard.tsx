import { Skeleton } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { Order } from '#contract/order.ts'
import { Card } from '#ui/Card.tsx'
import { ConsentAnswers } from '#ui/ConsentAnswers.tsx'
import { calledInOrder } from '../create/sections/people/person.ts'
import { FamilyConsents } from './FamilyConsents.tsx'
import { testOptions } from './queries.ts'
import { consentsInWords, consentsOf } from './words.ts'

/** What each person agreed to. The words of the questions come from the catalogue, the answers from the order. */
export function ConsentsCard({ order: { document, hospitalCode } }: { order: Order }) {
  const codes = [...document.tests, ...document.addOnTests].map((test) => test.testCode).filter(Boolean)
  const { questions, loading } = useQueries({
    queries: [...new Set(codes)].map((code) => testOptions(code, hospitalCode)),
    combine: (results) => ({
      questions: results.flatMap((result) => result.data?.consents ?? []),
      loading: results.some((result) => result.isPending),
    }),
  })
  const people = document.patients
    .map(({ key }) => ({
      name: calledInOrder(document, key),
      answers: consentsOf(key, document.consents, questions),
    }))
    .filter(({ answers }) => answers.length > 0)
  const [one, ...others] = people
  if (!one) return null
  return (
    <Card title="Consents" essence={consentsInWords(people.flatMap(({ answers }) => answers))}>
      {loading ? (
        one.answers.map(({ id }) => <Skeleton key={id} height={12} my={16} width="60%" />)
      ) : others.length > 0 ? (
        <FamilyConsents people={people} />
      ) : (
        <ConsentAnswers answers={one.answers} />
      )}
    </Card>
  )
}
