import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type FieldError, fail } from '#contract/errors.ts'
import { askedConsents } from '#domain/consent/asked.ts'
import { ATTESTATION, signatureRefusal } from '#domain/orders/attestation.ts'
import type { OrderDocument, OrderedTest } from '#domain/orders/document.ts'
import type { OrderFacts } from '#domain/orders/facts.ts'
import { blocks, type OpenPoint } from '#domain/orders/points.ts'
import { openPoints } from '#domain/orders/readiness.ts'
import { SINGLE_GENE_CODE } from '#domain/va/va-menu.ts'
import { type Authority, audit, nameOf, type Scope } from '#server/database/scope.ts'
import { rawCodes } from '#server/features/catalogue/reads.ts'
import { orderKitsOf } from '#server/features/kits/reads.ts'
import { BEFORE_LABORATORY, belongingsOf } from './belongings.ts'
import { askedLately, askRegistry, factsOf, type Registered, submitterOf } from './facts.ts'
import { hold, must, shown, whole } from './hold.ts'
import { type Input, inScope, type OrdersParts, type Place } from './orders-parts.ts'
import { projection } from './projection.ts'
import type { StoredOrder } from './store.ts'
import * as store from './store.ts'

/**
 * Refuses with everything that still keeps the document from going ahead, at once, `besides` included; gives what was
 * overridden.
 */
export function mustBeReady(points: readonly OpenPoint[], besides: readonly FieldError[] = []): OpenPoint[] {
  const open = points.filter(blocks).map(({ path, rule, message }) => ({ path, rule, message }))
  const errors = [...open, ...besides]
  if (errors.length > 0) fail('order-not-ready', { errors })
  return points.filter((point) => !blocks(point))
}

/** The NPI registry's answer for the provider of an order, before a transaction holds it. */
export async function registeredProvider(
  parts: OrdersParts,
  authority: Authority,
  place: Place,
): Promise<Registered> {
  const found = await inScope(parts, authority, (scope) => scope.lastly(() => store.providerOf(scope, place)))
  const { npi, submitted_at } = found ?? fail('not-found')
  return submitted_at === null ? askRegistry(parts.registry, npi) : { npi, answer: 'unasked' }
}

/** Refuses where the provider was changed after the registry was asked. */
export function mustBeAsked({ npi }: Registered, row: StoredOrder) {
  if (npi !== row.document.orderingProvider.npi)
    fail('version-conflict', {
      detail: `${row.updated_by_name} saved version ${row.version} in the meantime.`,
    })
}

function unsigned({ signedText }: Submission): FieldError[] {
  const refusal = signatureRefusal(signedText)
  return refusal ? [{ path: '/query/signedText', ...refusal }] : []
}

interface Submission {
  isAddOn?: boolean | undefined
  assignNewLabNumber?: boolean | undefined
  /** The version of the words that were signed. */
  signedText?: string | undefined
  registered: Registered
}

/** What the query says of an add-on must fit the document: it names the specimen. */
function mustFit({ isAddOn = false, assignNewLabNumber = false }: Submission, { document }: StoredOrder) {
  const wrong = { isAddOn, assignNewLabNumber }
  const errors = Object.entries(wrong)
    .filter(([, asked]) => asked && document.addOn === null)
    .map(([name]) => ({
      path: `/query/${name}`,
      rule: 'conflicts',
      message: 'This order is no add-on: it names no specimen that the laboratory has.',
    }))
  if (errors.length > 0) fail('invalid-fields', { errors })
}

function displayCodesOf({ tests, addOnTests }: OrderDocument): string[] {
  return [...tests, ...addOnTests].map((test) => test.displayCode).filter(Boolean)
}

interface Meant {
  /** Raw codes by the document's display codes. */
  meant: ReadonlyMap<string, string>
}

/**
 * The content as it goes: the tests by the names that the catalogue has for their codes, whatever the caller wrote, by
 * display codes that are theirs, and no reason for a warning that no longer stands.
 */
function asSubmitted(
  document: OrderDocument,
  { overrides, tests, meant }: Pick<OrderDocument, 'overrides'> & Pick<OrderFacts, 'tests'> & Meant,
): OrderDocument {
  // The VA's code for a single gene stands for any of them (domain/va/va-menu.ts).
  const isShownBy = (test: OrderedTest) =>
    test.displayCode === SINGLE_GENE_CODE || meant.get(test.displayCode) === test.testCode
  const named = (test: OrderedTest) => ({
    ...test,
    testName: tests.find(({ code }) => code === test.testCode)?.testName ?? test.testName,
    displayCode: isShownBy(test) ? test.displayCode : '',
  })
  const { tests: ordered, addOnTests } = document
  return { ...document, overrides, tests: ordered.map(named), addOnTests: addOnTests.map(named) }
}

/** What the catalogue says may be another than when the draft was written, whose content need not be. */
function changedIn(row: StoredOrder, columns: store.Projection): Partial<store.Projection> {
  const isSame = ([name, value]: [string, unknown]) =>
    isDeepStrictEqual(value, row[name as keyof StoredOrder])
  return Object.fromEntries(Object.entries(columns).filter((one) => !isSame(one)))
}

type SubmitParts = Pick<OrdersParts, 'now' | 'readyForLaboratory' | 'coverage' | 'vaHospitals'>

/** A draft of which everything is checked. */
interface Ready {
  /** As it stands once it is submitted. */
  row: StoredOrder
  institutionName: string
  /** Submits it. Nothing in it waits for an answer but that all is written. */
  write(): Promise<unknown>
}

/** Checks all of a draft that is held, and readies its way to the laboratory, in the transaction of `scope`. */
async function readied(
  parts: SubmitParts,
  scope: Scope,
  row: StoredOrder,
  submission: Submission,
): Promise<Ready> {
  must('submit', row)
  mustFit(submission, row)
  mustBeAsked(submission.registered, row)
  const { id, institution_code: hospital } = row
  const { assignNewLabNumber = false, registered } = submission
  const order = { id, institution: hospital }
  const submitter = await submitterOf(scope, hospital)
  const about = {
    hospital,
    orderId: id,
    registered,
    submitter,
    vaHospitals: parts.vaHospitals,
    now: parts.now(),
  }
  // The database takes them in this order: the facts are those of after the wait.
  const [, facts, meant, send] = await Promise.all([
    store.submitAlone(scope, row),
    factsOf(scope, row.document, about),
    rawCodes(scope.db, displayCodesOf(row.document)),
    parts.readyForLaboratory(scope, order, { document: row.document, assignNewLabNumber }),
  ])
  const overridden = mustBeReady(openPoints(row.document, facts), unsigned(submission))
  const overrides = overridden.map(({ key, reason }) => ({ key, reason }))
  const document = asSubmitted(row.document, { overrides, tests: facts.tests, meant })
  const columns = changedIn(row, projection(document, facts))
  const inSpiteOf = overridden.map(({ message, reason }) => `${message}. Reason: ${reason}`)
  const { institutionName, begun } = facts
  await orderKitsOf(scope, order, document)
  await parts.coverage.submitted(scope, { hospital, id, document })
  const consents = askedConsents(document.consents, facts.tests)
  const signature =
    submission.signedText === undefined
      ? null
      : { ...ATTESTATION, by: nameOf(scope.actor), at: begun.toISOString() }
  const set = store.asSubmittedBy(scope.actor, { columns, assignNewLabNumber, consents, signature })
  return {
    row: { ...row, ...set, submitted_at: begun },
    institutionName,
    write: () =>
      Promise.all([
        store.change(scope, id, { ...set, submitted_at: sql`now()` }),
        store.addSamples(scope, order, row.document),
        store.addEvent(scope, order, 'submitted', inSpiteOf.join('\n')),
        audit(scope, 'order.submit', { kind: 'order', ...order }, { version: row.version, overrides }),
        send({ document, institutionName, submittedAt: begun }),
      ]),
  }
}

/**
 * Submits a draft, in the transaction of `scope`: all of it is checked, it goes to the laboratory, and nobody is asked
 * any more. One that was submitted before stands as it is: asking again, from anywhere, changes nothing.
 */
export async function submitDraft(
  parts: SubmitParts,
  scope: Scope,
  place: Place,
  submission: Submission & { seen: number },
): Promise<void> {
  const row = await hold(scope, place, submission.seen)
  if (row.submitted_at !== null) return
  const { write } = await readied(parts, scope, row, submission)
  await write()
}

export function submitOrder(parts: OrdersParts) {
  return async (authority: Authority, { params, headers, query }: Input<'submit'>) => {
    /** Null where the registry is to be asked, which may take its time, and nobody holds an order meanwhile. */
    const attempt = (asked: Registered | null) =>
      inScope(parts, authority, async (scope) => {
        const row = await hold(scope, params, headers['if-match'])
        if (row.submitted_at !== null) return whole(scope, params)
        const registered = asked ?? askedLately(parts.registry, row.document.orderingProvider.npi)
        if (!registered) return null
        const ready = await readied(parts, scope, row, { ...query, registered })
        const known = { ...BEFORE_LABORATORY, institutionName: ready.institutionName }
        const [belongings] = await scope.lastly(async () => {
          const written = ready.write()
          return Promise.all([belongingsOf(scope, ready.row, known), written])
        })
        return shown(scope, ready.row, belongings)
      })
    return (
      (await attempt(null)) ??
      (await attempt(await registeredProvider(parts, authority, params))) ??
      fail('not-found')
    )
  }
}

export function checkOrder(parts: OrdersParts) {
  return async (authority: Authority, { params: { hospital }, body }: Input<'check'>) => {
    const { document, orderId } = body
    const registered = await askRegistry(parts.registry, document.orderingProvider.npi)
    return inScope(parts, authority, async (scope) => {
      const submitter = await submitterOf(scope, hospital)
      const about = {
        hospital,
        orderId,
        registered,
        submitter,
        vaHospitals: parts.vaHospitals,
        now: parts.now(),
      }
      const facts = await factsOf(scope, document, about)
      const { history, provider, institutionState, specimenOf = null, va } = facts
      return {
        points: openPoints(document, facts),
        facts: {
          history: history.map(({ tests, ...earlier }) => ({
            ...earlier,
            tests: tests.map((test) => ({ ...test, genes: [...test.genes] })),
          })),
          ...{ provider, institutionState, specimenOf, va },
        },
      }
    })
  }
}
