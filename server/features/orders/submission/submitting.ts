import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type FieldError, fail } from '#contract/errors.ts'
import { confirmedContent, confirmedForOthers, isConfirmationOf } from '#domain/consent/confirmation.ts'
import { consentWordings } from '#domain/consent/consent-wording.ts'
import { ATTESTATION, signatureRefusal } from '#domain/orders/attestation.ts'
import type { OrderDocument, OrderedTest } from '#domain/orders/document.ts'
import { personName } from '#domain/orders/family.ts'
import { specimenOnFile } from '#domain/orders/on-file.ts'
import { withReleaseLabels } from '#domain/orders/phenotype.ts'
import { isBlocking, type OpenPoint } from '#domain/orders/points.ts'
import { openPoints } from '#domain/orders/readiness.ts'
import type { RuleContext } from '#domain/orders/rule-context.ts'
import { SINGLE_GENE_CODE } from '#domain/va/va-menu.ts'
import { type Authority, audit, nameOf, type Scope } from '#server/database/scope.ts'
import { rawCodes } from '#server/features/catalogue/public.ts'
import { presentGene } from '#server/features/genes/public.ts'
import { orderKitsOf } from '#server/features/kits/public.ts'
import type { Readmit } from '#server/http/handlers.ts'
import { assertAllowed, lockOrder, toOrderReply, viewOrder } from '../locked-order.ts'
import { type Input, inScope, type OrderDeps, type OrderRef } from '../order-deps.ts'
import type { StoredOrder } from '../store.ts'
import * as store from '../store.ts'
import { ledgerOf } from '../view/consent-ledger.ts'
import { loadRelations, RELATIONS_BEFORE_LABORATORY } from '../view/relations.ts'
import { documentColumns } from './document-columns.ts'
import {
  type LoadedContext,
  loadRuleContext,
  lookUpProvider,
  type RegistryLookup,
  recentLookup,
  submitterOf,
} from './rule-context.ts'

/** Refuses with every point that blocks the document, `besides` included; returns the overridden warnings. */
export function assertReady(
  points: readonly OpenPoint[],
  extraErrors: readonly FieldError[] = [],
): OpenPoint[] {
  const open = points.filter(isBlocking).map(({ path, rule, message }) => ({ path, rule, message }))
  const errors = [...open, ...extraErrors]
  if (errors.length > 0) fail('order-not-ready', { errors })
  return points.filter((point) => !isBlocking(point))
}

/** The NPI registry's answer for an order's provider, requested before a transaction locks the order. */
export async function registeredProvider(
  deps: OrderDeps,
  authority: Authority,
  orderRef: OrderRef,
): Promise<RegistryLookup> {
  const found = await inScope(deps, authority, (scope) => store.providerOf(scope, orderRef))
  const { npi, submitted_at } = found ?? fail('not-found')
  return submitted_at === null ? lookUpProvider(deps.registry, npi) : { npi, answer: 'unasked' }
}

/** Refuses if the provider was changed after the registry was asked. */
export function assertProviderUnchanged({ npi }: RegistryLookup, row: StoredOrder) {
  if (npi !== row.document.orderingProvider.npi)
    fail('version-conflict', {
      detail: `${row.updated_by_name} saved version ${row.version} in the meantime.`,
    })
}

function signatureErrors({ signedText }: SubmissionRequest): FieldError[] {
  const refusal = signatureRefusal(signedText)
  return refusal ? [{ path: '/query/signedText', ...refusal }] : []
}

/** Consents that were confirmed for somebody else, before the draft was used for another person. */
function confirmationErrors({ document, consents_confirmed }: StoredOrder): FieldError[] {
  return confirmedForOthers(document, consents_confirmed?.people ?? []).map(({ patient, by, whose }) => ({
    path: `/consents/${patient}/reviewed`,
    rule: 'other-person',
    message: `${by} confirmed these consents for ${nameOf(whose)}, and the order is now for ${personName(document, patient)}. Remove the confirmation, check each answer, and confirm it again`,
  }))
}

interface SubmissionRequest {
  isAddOn?: boolean | undefined
  assignNewLabNumber?: boolean | undefined
  /** The version of the signed text. */
  signedText?: string | undefined
  registered: RegistryLookup
}

/** The query's statements about an add-on must match the document, which names the specimen. */
function assertAddOnMatches(
  { isAddOn = false, assignNewLabNumber = false }: SubmissionRequest,
  { document }: StoredOrder,
) {
  const wrong = { isAddOn, assignNewLabNumber }
  const errors = Object.entries(wrong)
    .filter(([, isRequested]) => isRequested && document.addOn === null)
    .map(([name]) => ({
      path: `/query/${name}`,
      rule: 'conflicts',
      message: 'This order is not an add-on: it does not name a specimen that the laboratory already has.',
    }))
  if (errors.length > 0) fail('invalid-fields', { errors })
}

function displayCodesOf({ tests, addOnTests }: OrderDocument): string[] {
  return [...tests, ...addOnTests].map((test) => test.displayCode).filter(Boolean)
}

interface DisplayCodes {
  /** Raw codes by the document's display codes. */
  codesByDisplay: ReadonlyMap<string, string>
}

/**
 * The submitted content: tests and phenotype terms with the catalogue's and the release's names, whatever the client
 * sent, and with valid display codes; no reasons for warnings that no longer apply.
 */
function toSubmittedDocument(
  document: OrderDocument,
  {
    overrides,
    tests,
    phenotype,
    codesByDisplay,
  }: Pick<OrderDocument, 'overrides'> & Pick<RuleContext, 'tests' | 'phenotype'> & DisplayCodes,
): OrderDocument {
  // The VA's single gene code stands for any of these tests (domain/va/va-menu.ts).
  const isDisplayedBy = (test: OrderedTest) =>
    test.displayCode === SINGLE_GENE_CODE || codesByDisplay.get(test.displayCode) === test.testCode
  const named = (test: OrderedTest) => ({
    ...test,
    testName: tests.find(({ code }) => code === test.testCode)?.testName ?? test.testName,
    displayCode: isDisplayedBy(test) ? test.displayCode : '',
  })
  const { tests: ordered, addOnTests } = document
  const content = withReleaseLabels(document, phenotype)
  return { ...content, overrides, tests: ordered.map(named), addOnTests: addOnTests.map(named) }
}

/** The catalogue may have changed since the draft was saved, though the content has not. */
function changedColumns(row: StoredOrder, columns: store.DocumentColumns): Partial<store.DocumentColumns> {
  const isSame = ([name, value]: [string, unknown]) =>
    isDeepStrictEqual(value, row[name as keyof StoredOrder])
  return Object.fromEntries(Object.entries(columns).filter((one) => !isSame(one)))
}

type SubmitDeps = Pick<OrderDeps, 'now' | 'sendToLaboratory' | 'coverage' | 'vaHospitals' | 'takesKits'>

interface SubmissionContext extends DisplayCodes {
  rules: LoadedContext
}

/** The rule context of a locked draft, read once no other order of the same people is being submitted. */
async function loadContext(
  { now, vaHospitals, takesKits }: SubmitDeps,
  scope: Scope,
  row: StoredOrder,
  { registered }: SubmissionRequest,
): Promise<SubmissionContext> {
  const { id, institution_code: hospital, document } = row
  const submitter = await submitterOf(scope, hospital)
  const request = { hospital, orderId: id, registered, submitter, vaHospitals, takesKits, now: now() }
  // The database runs these in sequence: the context is read after the wait for the lock.
  const [, rules, codesByDisplay] = await Promise.all([
    store.lockPeople(scope, row),
    loadRuleContext(scope, document, request),
    rawCodes(scope.db, displayCodesOf(document)),
  ])
  return { rules, codesByDisplay }
}

/** Under which number an add-on is reported: as the request says, if it does, or else as the draft does. */
function withNumber(
  document: OrderDocument,
  { assignNewLabNumber: isRequested }: SubmissionRequest,
): OrderDocument {
  const { addOn, assignNewLabNumber = false } = document
  if (!addOn || isRequested === undefined || isRequested === assignNewLabNumber) return document
  return { ...document, assignNewLabNumber: isRequested }
}

interface CheckedSubmission {
  /** As it goes to the laboratory. */
  document: OrderDocument
  /** Warnings that the clinic has overridden, with the reasons. */
  overridden: OpenPoint[]
}

/** Applies all rules; refuses with everything that blocks the order. */
function checkSubmission(
  row: StoredOrder,
  { rules, codesByDisplay }: SubmissionContext,
  request: SubmissionRequest,
): CheckedSubmission {
  const { document } = row
  // A text of another version that was signed is refused by itself.
  const attested = request.signedText !== undefined
  const overridden = assertReady(openPoints(document, { ...rules, attested }), [
    ...signatureErrors(request),
    ...confirmationErrors(row),
  ])
  const overrides = overridden.map(({ key, reason }) => ({ key, reason }))
  const { tests, phenotype } = rules
  const known = { overrides, tests, phenotype, codesByDisplay }
  return { overridden, document: toSubmittedDocument(withNumber(document, request), known) }
}

/** Writes everything that submitting changes; the message to the laboratory goes into the outbox. Returns the new row. */
async function writeSubmission(
  { coverage, sendToLaboratory }: SubmitDeps,
  scope: Scope,
  row: StoredOrder,
  { document, overridden }: CheckedSubmission,
  { rules }: SubmissionContext,
  { signedText }: SubmissionRequest,
): Promise<StoredOrder> {
  const assignNewLabNumber = document.addOn !== null && document.assignNewLabNumber === true
  const { id, institution_code: hospital } = row
  const order = { id, institution: hospital }
  const { institutionName, begun: submittedAt } = rules
  const columns = changedColumns(row, documentColumns(document, rules))
  const { tests, consentLaw: law, institutionState, today: day } = rules
  // A confirmation of answers that were changed since does not count.
  const confirmed = (row.consents_confirmed?.people ?? []).filter((one) =>
    isConfirmationOf(one, confirmedContent(row.document, one.patient)),
  )
  const onFile = specimenOnFile(document, rules.specimenOf)
  const consents = consentWordings(document, tests, { law, institutionState, day, confirmed, onFile })
  const signature =
    signedText === undefined
      ? null
      : { ...ATTESTATION, by: nameOf(scope.actor), at: submittedAt.toISOString() }
  const set = store.submittedColumns(scope.actor, row, { columns, assignNewLabNumber, consents, signature })
  const submitted = { ...row, ...set, submitted_at: submittedAt }
  const overrideWords = overridden.map(({ message, reason }) => `${message}. Reason: ${reason}`)
  const { version } = row
  await orderKitsOf(scope, order, document)
  await coverage.submitted(scope, { hospital, id, document })
  await Promise.all([
    store.change(scope, id, { ...set, submitted_at: sql`now()` }),
    store.addSamples(scope, order, row.document),
    store.addEvent(scope, order, 'submitted', overrideWords.join('\n')),
    audit(scope, 'order.submit', { kind: 'order', ...order }, { version, overrides: document.overrides }),
    sendToLaboratory(scope, order, {
      ...{ document, institutionName, submittedAt, assignNewLabNumber },
      onFile: rules.specimenOf?.sample ?? null,
      consents: ledgerOf(submitted, []),
    }),
  ])
  return submitted
}

/** Submits a locked draft, in the transaction of `scope`. */
async function submitLocked(
  deps: SubmitDeps,
  scope: Scope,
  row: StoredOrder,
  request: SubmissionRequest,
): Promise<{ row: StoredOrder; institutionName: string }> {
  assertAllowed('submit', row)
  assertAddOnMatches(request, row)
  assertProviderUnchanged(request.registered, row)
  const context = await loadContext(deps, scope, row, request)
  const checked = checkSubmission(row, context, request)
  const submitted = await writeSubmission(deps, scope, row, checked, context, request)
  return { row: submitted, institutionName: context.rules.institutionName }
}

/**
 * Submits a draft, in the transaction of `scope`: runs all checks, writes the message to the laboratory, and
 * ends any request to submit. An order that was submitted before stays unchanged: repeating the request has
 * no effect.
 */
export async function submitDraft(
  deps: SubmitDeps,
  scope: Scope,
  orderRef: OrderRef,
  submission: SubmissionRequest & { seen: number },
): Promise<void> {
  const row = await lockOrder(scope, orderRef, submission.seen)
  if (row.submitted_at === null) await submitLocked(deps, scope, row, submission)
}

export function submitOrder(deps: OrderDeps) {
  return async (
    authority: Authority,
    { params, headers, query, readmit }: Input<'submit'> & { readmit: Readmit },
  ) => {
    /** Null if the registry must be asked, which may be slow and must not happen while an order is locked. */
    const attempt = (current: Authority, lookup: RegistryLookup | null) =>
      inScope(deps, current, async (scope) => {
        const row = await lockOrder(scope, params, headers['if-match'])
        if (row.submitted_at !== null) return viewOrder(scope, params)
        const registered = lookup ?? recentLookup(deps.registry, row.document.orderingProvider.npi)
        if (!registered) return null
        const { row: submitted, institutionName } = await submitLocked(deps, scope, row, {
          ...query,
          registered,
        })
        const known = { ...RELATIONS_BEFORE_LABORATORY, institutionName }
        return toOrderReply(scope, submitted, await loadRelations(scope, submitted, known))
      })
    const first = await attempt(authority, null)
    if (first) return first
    const registered = await registeredProvider(deps, authority, params)
    // The registry may take long to answer: the user may lose access meanwhile.
    return (await attempt(await readmit(), registered)) ?? fail('not-found')
  }
}

export function checkOrder(deps: OrderDeps) {
  return async (authority: Authority, { params: { hospital }, body }: Input<'check'>) => {
    const { document, orderId } = body
    const registered = await lookUpProvider(deps.registry, document.orderingProvider.npi)
    return inScope(deps, authority, async (scope) => {
      const submitter = await submitterOf(scope, hospital)
      const contextRequest = {
        hospital,
        orderId,
        registered,
        submitter,
        vaHospitals: deps.vaHospitals,
        takesKits: deps.takesKits,
        now: deps.now(),
      }
      const context = await loadRuleContext(scope, document, contextRequest)
      const {
        history,
        provider,
        institutionState,
        specimenOf = null,
        va,
        diagnoses = [],
        consentLaw,
        phenotype,
      } = context
      return {
        points: openPoints(document, context),
        facts: {
          history: history.map(({ tests, ...earlier }) => ({
            ...earlier,
            tests: tests.map((test) => ({ ...test, genes: [...test.genes] })),
          })),
          ...{ provider, institutionState, specimenOf, va },
          ...(deps.takesKits ? {} : { takesKits: false }),
          ...(context.payers ? { payers: [...context.payers] } : {}),
          ...(context.uploads?.length ? { uploads: [...context.uploads] } : {}),
          ...(context.genes ? { genes: context.genes.map(presentGene) } : {}),
          ...(phenotype
            ? {
                phenotype: {
                  ...phenotype,
                  terms: phenotype.terms.map((term) => ({ ...term, above: [...term.above] })),
                },
              }
            : {}),
          diagnoses: diagnoses.map((known) => ({
            ...known,
            ...{ periods: [...known.periods], offered: [...known.offered] },
          })),
          consentLaw: {
            states: [...consentLaw.states],
            conflicts: [...consentLaw.conflicts],
          },
        },
      }
    })
  }
}
