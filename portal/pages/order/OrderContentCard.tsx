import { Fragment, lazy, type ReactNode, Suspense } from 'react'
import type { Order } from '#contract/order.ts'
import type { OrderedTest } from '#domain/orders/document.ts'
import { priorityInWords } from '#domain/orders/priority.ts'
import { urgentContactInWords } from '#domain/orders/urgent-contact.ts'
import { bloodInWords } from '#domain/specimens/words.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import { clinicalLines } from '#portal/order/clinical-lines.ts'
import classes from '#portal/order/content-card.module.css'
import { paymentInWords, specimenLines } from '#portal/order/people-lines.ts'
import { calledInOrder } from '#portal/order/person.ts'
import { COPY_WORDS, testsInWords, VOB_WORDS, warningInWords } from '#portal/order/words.ts'
import { Card } from '#ui/Card.tsx'
import { StoredSpecimen } from './StoredSpecimen.tsx'
import * as texts from './texts.ts'

/** Loaded for an order that answered something: few do. */
const AnsweredQuestions = lazy(async () => ({
  default: (await import('./AnsweredQuestions.tsx')).AnsweredQuestions,
}))

const ALWAYS = ['Tests', 'Indications', 'Payment']

/** What was ordered, for what reason, in spite of what, and who pays; what is empty is left out. */
export function OrderContentCard({ order }: { order: Order }) {
  const { document, vobStatus } = order
  const { tests, addOnTests, patients, kits, overrides } = document
  const details: readonly (readonly [string, ReactNode])[] = [
    ['Purpose', vobStatus && texts.verificationPurpose(VOB_WORDS[vobStatus])],
    ...originLines(order),
    ['Tests', testLines(tests)],
    [texts.addOnTests, testLines(addOnTests)],
    ...clinicalLines(document),
    // Of a submitted order they have a card of their own.
    ...(order.samples.length > 0 ? [] : specimenLines(document)),
    [texts.priority, priorityInWords(document.priority)],
    [texts.urgentResults, urgentContactInWords(document.urgentContact)],
    ...patients.map(
      (patient) =>
        [texts.bloodHistoryOf(calledInOrder(document, patient.key)), bloodInWords(patient)] as const,
    ),
    ['Payment', paymentInWords(document.payment)],
    ...patients.map(
      ({ key, payment }) =>
        [texts.paymentOf(calledInOrder(document, key)), payment && paymentInWords(payment)] as const,
    ),
    ['Kits', lines(kits.map((kit) => `${kit.quantity} × ${kit.kitType}`))],
    [
      texts.overriddenWarnings,
      lines(overrides.map(({ key, reason }) => texts.overrideReason(warningInWords(key, document), reason))),
    ],
  ]
  return (
    <Card title={texts.orderHeading} essence={testsInWords(order) || texts.noTestYet}>
      <dl className={classes.facts}>
        {details.map(([name, value], index) =>
          value || ALWAYS.includes(name) ? (
            <Fragment key={index}>
              <dt>{name}</dt>
              <dd>{value || <span className={classes.none}>{texts.notGiven}</span>}</dd>
            </Fragment>
          ) : null,
        )}
        {document.answers && (
          <Suspense>
            <AnsweredQuestions document={document} />
          </Suspense>
        )}
      </dl>
    </Card>
  )
}

const ADD_ON_WORDS = {
  'add-on': texts.furtherTestOn,
  reflex: texts.reflexTestOn,
  reanalysis: texts.reanalysisOf,
} as const

/** What the order was made from, and what was made of it. */
function originLines({
  document: { addOn, assignNewLabNumber: isChosen },
  assignNewLabNumber,
  madeFrom,
  orderedAs,
  storedSpecimen,
}: Order): [string, ReactNode][] {
  return [
    [texts.madeFrom, madeFrom && <OrderNumber words={COPY_WORDS[madeFrom.as]} id={madeFrom.orderId} />],
    [texts.orderedAs, orderedAs !== null && <OrderNumber words="" id={orderedAs} />],
    [
      'Specimen',
      addOn && (
        <>
          <OrderNumber words={ADD_ON_WORDS[addOn.kind]} id={addOn.orderId} />
          {addOn.labNumber && texts.andLabNumber(addOn.labNumber)}
          {(assignNewLabNumber || isChosen) && texts.underNewNumber}
          <StoredSpecimen orderId={addOn.orderId} specimen={storedSpecimen} />
        </>
      ),
    ],
  ]
}

function OrderNumber({ words, id }: { words: string; id: number }) {
  return (
    <>
      {words}{' '}
      <TextLink underline="always" to="/order/details/$id" params={{ id: String(id) }}>
        {texts.orderNumber(id)}
      </TextLink>
    </>
  )
}

/** Each test by the code by which it was chosen, with the genes that were. */
function testLines(tests: readonly OrderedTest[]): ReactNode {
  const chosen = tests.filter(({ testCode }) => testCode !== '')
  if (chosen.length === 0) return null
  return chosen.map(({ testCode, testName, displayCode, genes, customPanelId }, index) => (
    // By its place: a draft of the API may have a test twice until it is submitted.
    <div key={index}>
      {testName} ({displayCode || testCode})
      {genes.length > 0 && (
        <div className={classes.none}>
          {customPanelId === null ? 'Genes' : texts.customPanel}: {genes.join(', ')}
        </div>
      )}
    </div>
  ))
}

/** One line each; null where there is none. */
function lines(values: readonly string[]): ReactNode {
  const given = [...new Set(values.filter((text) => text.trim() !== ''))]
  if (given.length === 0) return null
  return given.map((text) => <div key={text}>{text}</div>)
}
