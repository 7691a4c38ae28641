import { Skeleton } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import type { Order } from '#contract/orders.ts'
import type { OrderedTest } from '#domain/orders/document.ts'
import { Card } from '#ui/Card.tsx'
import classes from './order-content-card.module.css'
import { testOptions } from './queries.ts'
import { consentsShown, paymentInWords, providerInWords, recipientInWords } from './words.ts'

/** What was ordered, for what reason, with whose agreement, and who pays. */
export function OrderContentCard({ order: { document } }: { order: Order }) {
  const { tests, addOnTests, indicationsForTesting, clinicalNotes, payment, recipients, kits } = document
  const facts: [string, ReactNode][] = [
    ['Tests', lines(tests.map(testWords))],
    ['Add-on tests', lines(addOnTests.map(testWords))],
    ['Indications', lines(indicationsForTesting.map((one) => `${one.code} ${one.description}`))],
    ['Clinical notes', clinicalNotes && <p className={classes.notes}>{clinicalNotes}</p>],
    ['Consents', document.consents.length > 0 && <Consents document={document} />],
    ['Payment', paymentInWords(payment)],
    ['Ordering provider', providerInWords(document.orderingProvider)],
    ['Also report to', lines(recipients.map(recipientInWords))],
    ['Kits', lines(kits.map((kit) => `${kit.quantity} × ${kit.kitType}`))],
    ['Purpose', document.isVOB && 'Benefits verification (VOB)'],
  ]
  const always = ['Tests', 'Indications', 'Consents', 'Payment', 'Ordering provider']
  return (
    <Card title="Order">
      <dl className={classes.facts}>
        {facts
          .filter(([name, value]) => value || always.includes(name))
          .map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value || <span className={classes.none}>Not given</span>}</dd>
            </Fragment>
          ))}
      </dl>
    </Card>
  )
}

function testWords({ testName, testCode }: OrderedTest): string {
  return testCode ? `${testName} (${testCode})` : ''
}

/** One line each; null where there is none. */
function lines(texts: readonly string[]): ReactNode {
  const given = [...new Set(texts.filter((text) => text.trim() !== ''))]
  if (given.length === 0) return null
  return given.map((text) => <div key={text}>{text}</div>)
}

/** The titles come from the catalogue; the answers are of the order. */
function Consents({ document }: { document: Order['document'] }) {
  const codes = [...document.tests, ...document.addOnTests].map((test) => test.testCode).filter(Boolean)
  const { questions, loading } = useQueries({
    queries: [...new Set(codes)].map(testOptions),
    combine: (results) => ({
      questions: results.flatMap((result) => result.data?.consents ?? []),
      loading: results.some((result) => result.isPending),
    }),
  })
  if (loading)
    return document.consents.map((consent) => (
      <Skeleton key={consent.consentId} height={12} my={5} width="60%" />
    ))
  return (
    <ul className={classes.consents}>
      {consentsShown(document.consents, questions).map(({ id, title, answer }) => (
        <li key={id}>
          <span className={classes.answer}>{answer}</span> {title}
        </li>
      ))}
    </ul>
  )
}
