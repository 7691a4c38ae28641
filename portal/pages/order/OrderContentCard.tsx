import { Fragment, type ReactNode } from 'react'
import type { Order } from '#contract/order.ts'
import type { OrderedTest } from '#domain/orders/document.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import { clinicalLines } from '#portal/order/clinical-lines.ts'
import classes from '#portal/order/content-card.module.css'
import { paymentInWords, specimenLines } from '#portal/order/people-lines.ts'
import { calledInOrder } from '#portal/order/person.ts'
import { COPY_WORDS, testsInWords, VOB_WORDS, warningInWords } from '#portal/order/words.ts'
import { Card } from '#ui/Card.tsx'

const ALWAYS = ['Tests', 'Indications', 'Payment']

/** What was ordered, for what reason, in spite of what, and who pays; what is empty is left out. */
export function OrderContentCard({ order }: { order: Order }) {
  const { document, vobStatus } = order
  const { tests, addOnTests, patients, kits, overrides } = document
  const details: readonly (readonly [string, ReactNode])[] = [
    ['Purpose', vobStatus && `Benefits verification: ${VOB_WORDS[vobStatus]}`],
    ...originLines(order),
    ['Tests', testLines(tests)],
    ['Add-on tests', testLines(addOnTests)],
    ...clinicalLines(document),
    // Of a submitted order they have a card of their own.
    ...(order.samples.length > 0 ? [] : specimenLines(document)),
    ['Payment', paymentInWords(document.payment)],
    ...patients.map(
      ({ key, payment }) =>
        [`Payment, ${calledInOrder(document, key)}`, payment && paymentInWords(payment)] as const,
    ),
    ['Kits', lines(kits.map((kit) => `${kit.quantity} × ${kit.kitType}`))],
    [
      'Ordered in spite of',
      lines(overrides.map(({ key, reason }) => `${warningInWords(key, document)}. Reason: ${reason}`)),
    ],
  ]
  return (
    <Card title="Order" essence={testsInWords(order) || 'No test yet'}>
      <dl className={classes.facts}>
        {details.map(([name, value], index) =>
          value || ALWAYS.includes(name) ? (
            <Fragment key={index}>
              <dt>{name}</dt>
              <dd>{value || <span className={classes.none}>Not given</span>}</dd>
            </Fragment>
          ) : null,
        )}
      </dl>
    </Card>
  )
}

const ADD_ON_WORDS = {
  'add-on': 'Further test on the specimen of',
  reflex: 'Reflex test on the specimen of',
  reanalysis: 'Reanalysis of',
} as const

/** What the order was made from, and what was made of it. */
function originLines({ document: { addOn }, madeFrom, orderedAs }: Order): [string, ReactNode][] {
  return [
    ['Made from', madeFrom && <OrderNumber words={COPY_WORDS[madeFrom.as]} id={madeFrom.orderId} />],
    ['Ordered as', orderedAs !== null && <OrderNumber words="" id={orderedAs} />],
    [
      'Specimen',
      addOn && (
        <>
          <OrderNumber words={ADD_ON_WORDS[addOn.kind]} id={addOn.orderId} />
          {addOn.labNumber && `, lab number ${addOn.labNumber}`}
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
        order {id}
      </TextLink>
    </>
  )
}

/** Each test by the code by which it was chosen, with the genes that were. */
function testLines(tests: readonly OrderedTest[]): ReactNode {
  const chosen = tests.filter(({ testCode }) => testCode !== '')
  if (chosen.length === 0) return null
  return chosen.map(({ testCode, testName, displayCode, genes, customPanelId }) => (
    <div key={testCode}>
      {testName} ({displayCode || testCode})
      {genes.length > 0 && (
        <div className={classes.none}>
          {customPanelId === null ? 'Genes' : 'Custom panel'}: {genes.join(', ')}
        </div>
      )}
    </div>
  ))
}

/** One line each; null where there is none. */
function lines(texts: readonly string[]): ReactNode {
  const given = [...new Set(texts.filter((text) => text.trim() !== ''))]
  if (given.length === 0) return null
  return given.map((text) => <div key={text}>{text}</div>)
}
