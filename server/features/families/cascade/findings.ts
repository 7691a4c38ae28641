import { type FieldError, fail } from '#contract/errors.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { kindByDescription, needsCopies } from '#domain/family/cascade/finding.ts'
import { COPIES } from '#domain/family/cascade/reported.ts'
import { VARIANT_CLASSES } from '#domain/orders/known-variants.ts'
import { type Authority, audit, type Scope, withScope } from '#server/database/scope.ts'
import { namesOfTests, relativesTests } from '#server/features/catalogue/public.ts'
import { findOrder } from '#server/features/orders/public.ts'
import { type AuditedFamilyAction, noteFamily } from '../audited.ts'
import { findFamily, type StoredFamily } from '../store.ts'
import type { CascadeDeps, CascadeViewDeps, Input, Reply } from './deps.ts'
import { reportedAt } from './reported-variants.ts'
import {
  agreedBy,
  insertConsent,
  insertFindingOnce,
  insertStep,
  lockFinding,
  questionedFindings,
  setClass,
  setCopies,
  storedCascade,
} from './store.ts'
import type { ReadCascade } from './view.ts'

const VIEW = new URL('./view.ts', import.meta.url).href
/** A request waits no longer for it. */
const COMPUTED_WITHIN_MS = 15_000

async function readCascade(scope: Scope, family: StoredFamily, now: Date): Promise<ReadCascade> {
  const [stored, questioned, tests] = await Promise.all([
    storedCascade(scope, family),
    questionedFindings(scope, family),
    relativesTests(scope.db),
  ])
  const { id, name, document } = family
  const today = todayAtLaboratory(now)
  return { family: { id, name, document }, ...stored, questioned: [...questioned], tests, today }
}

/** After the transaction, which must not wait for it. */
const computed = ({ heavy }: CascadeViewDeps, { actor }: Authority, input: ReadCascade) =>
  heavy<Reply<'get'>>({
    ...{ module: VIEW, name: 'cascadeView', input, who: actor.subject },
    withinMs: COMPUTED_WITHIN_MS,
  })

export function getCascade(deps: CascadeViewDeps) {
  return async (authority: Authority, { params }: Input<'get'>): Promise<Reply<'get'>> => {
    const read = await withScope(deps.connection, authority, async (scope) => {
      const family = (await findFamily(scope, params.hospital, params.id)) ?? fail('not-found')
      await noteFamily(scope, 'family.cascade', family)
      return readCascade(scope, family, deps.now())
    })
    return computed(deps, authority, read)
  }
}

/** Runs a change of a family's cascade with the family locked, and replies with the whole cascade. */
export function changing<T extends { params: { hospital: string; id: number } }>(
  deps: CascadeViewDeps,
  action: AuditedFamilyAction,
  work: (scope: Scope, family: StoredFamily, input: T, now: Date) => Promise<void>,
) {
  return async (authority: Authority, input: T): Promise<Reply<'get'>> => {
    const read = await withScope(deps.connection, authority, async (scope) => {
      const { hospital, id } = input.params
      const family = (await findFamily(scope, hospital, id, { lock: true })) ?? fail('not-found')
      const now = deps.now()
      await work(scope, family, input, now)
      await noteFamily(scope, action, family)
      return readCascade(scope, family, now)
    })
    return computed(deps, authority, read)
  }
}

/** What is wrong with a request's people and days, all at once. */
export function refuseWrong(
  { document }: StoredFamily,
  fields: {
    member?: string
    days?: Readonly<Record<string, string | null>>
    more?: readonly (FieldError | false)[]
  },
  now: Date,
): void {
  const { member, days = {}, more = [] } = fields
  const today = todayAtLaboratory(now)
  const errors: (FieldError | false)[] = [
    member !== undefined &&
      !document.people.some(({ key }) => key === member) && {
        ...{ path: '/member', rule: 'unknown-reference' },
        message: 'This person is not in the family any more. Choose another.',
      },
    ...Object.entries(days).map(
      ([path, day]) =>
        day !== null && day > today && { path, rule: 'date', message: 'This day is in the future.' },
    ),
    ...more,
  ]
  const found = errors.filter((error) => error !== false)
  if (found.length > 0) fail('invalid-fields', { errors: found })
}

/** The variants of an order's current and final reports. Reading them is reading the order. */
export function reportedVariants(deps: CascadeDeps) {
  return (authority: Authority, { params, query }: Input<'reported'>): Promise<Reply<'reported'>> =>
    withScope(deps.connection, authority, async (scope) => {
      const family = (await findFamily(scope, params.hospital, params.id)) ?? fail('not-found')
      const order = (await findOrder(scope, params.hospital, query.orderId)) ?? fail('not-found')
      await audit(scope, 'report.list', { kind: 'order', id: order.id, institution: order.institution_code })
      await noteFamily(scope, 'family.cascade', family)
      const found = await reportedAt(scope, order.id)
      const names = await namesOfTests(scope.db, [...new Set(found.map(({ testCode }) => testCode))])
      const nameOfTest = (code: string) => names.find((one) => one.code === code)?.name ?? code
      const relationOf = (key: string) =>
        order.document.patients.find((one) => one.key === key)?.relationship ?? key
      return found.map(({ testCode, person, ...one }) => ({
        ...one,
        person: person === 'proband' ? '' : relationOf(person),
        testName: nameOfTest(testCode),
      }))
    })
}

export const addFinding = (deps: CascadeViewDeps) =>
  changing<Input<'addFinding'>>(deps, 'family.finding', async (scope, family, { params, body }, now) => {
    const { report, agreed, findingKey, member, inheritance, isAdultOnset, condition } = body
    const taken = report === null ? null : await fromReport(scope, params.hospital, report)
    const variants =
      taken?.variants ??
      body.variants.map((one) => ({ ...one, kind: one.kind || kindByDescription(one.cdna || one.genomic) }))
    const reportedOn = taken?.reportedOn ?? body.reportedOn
    const copies = body.copies.length > 0 ? body.copies : (taken?.copies ?? [])
    const wrong = (isWrong: boolean, path: string, message: string) =>
      isWrong && { path, rule: 'required', message }
    refuseWrong(
      family,
      {
        member,
        days: { '/agreed/on': agreed.on, '/reportedOn': reportedOn },
        more: [
          wrong(variants.length === 0, '/variants', 'Describe the variant that was found.'),
          wrong(reportedOn === null, '/reportedOn', 'Enter the day of the report.'),
          wrong(
            variants.some(
              ({ gene, cdna, genomic, asWritten }) =>
                gene + genomic === '' || cdna + genomic + asWritten === '',
            ),
            '/variants',
            'Each variant needs its gene and a description.',
          ),
          wrong(
            variants.length === 2 && inheritance !== 'autosomal recessive',
            '/inheritance',
            'Only a recessive finding has two variants. Record two findings, or choose autosomal recessive.',
          ),
          wrong(
            copies.length > 0 && (copies.length !== variants.length || copies.every((one) => one === 0)),
            '/copies',
            'Give the copies of each variant, or none.',
          ),
          wrong(
            needsCopies({ inheritance, variants }) && copies.length === 0,
            '/copies',
            'Choose whether this person has one copy of the variant or both.',
          ),
        ],
      },
      now,
    )
    const id = await insertFindingOnce(scope, family, {
      ...{ finding_key: findingKey, member, inheritance, is_adult_onset: isAdultOnset, condition, copies },
      ...{ order_id: report?.orderId ?? null, report_id: report?.reportId ?? null },
      ...{
        test_code: taken?.testCode ?? '',
        laboratory_number: taken?.laboratoryNumber ?? '',
        family_number: '',
      },
      variants: JSON.stringify(variants),
      variant_class: taken?.variantClass ?? body.variantClass,
      laboratory: taken ? deps.laboratoryName : body.laboratory,
      reported_on: reportedOn ?? '',
    })
    if (id === null) return
    const finding = (await lockFinding(scope, family, id)) ?? fail('not-found')
    const words = finding.variant_class
    await insertStep(scope, finding, { member: '', kind: 'class', on_day: finding.reported_on, words })
    // Agreeing that this finding is used opens no result of another one that the person wanted hidden.
    const shows = (await agreedBy(scope, family, member)) ?? 'result'
    await insertConsent(scope, family, { member, shows, agreed_on: agreed.on, words: agreed.words })
  })

interface Report {
  orderId: number
  reportId: number
  variantKeys: readonly string[]
}

async function fromReport(scope: Scope, hospital: string, { orderId, reportId, variantKeys }: Report) {
  const order = (await findOrder(scope, hospital, orderId)) ?? fail('not-found')
  const found = (await reportedAt(scope, order.id)).filter((one) => one.reportId === reportId)
  const [first] = found
  if (!first) fail('report-withdrawn')
  const chosen = variantKeys.flatMap((key) => found.find((one) => one.variantKey === key) ?? [])
  if (chosen.length !== variantKeys.length) fail('not-found')
  const classes = chosen.flatMap(({ variantClass }) => variantClass ?? [])
  // Of two variants the less certain class decides.
  const weakest = VARIANT_CLASSES.findLast((one) => classes.includes(one))
  const alleles = chosen.map(({ zygosity }) => COPIES[zygosity] ?? 0)
  return {
    variants: chosen.map(({ variant }) => variant),
    variantClass: classes.length === chosen.length ? weakest : undefined,
    copies: alleles.includes(0) ? [] : alleles,
    ...{ reportedOn: first.reportedOn, testCode: first.testCode },
    laboratoryNumber: order.accession_number ?? '',
  }
}

export const changeClass = (deps: CascadeViewDeps) =>
  changing<Input<'changeClass'>>(deps, 'family.finding', async (scope, family, { params, body }, now) => {
    const finding = (await lockFinding(scope, family, params.findingId)) ?? fail('not-found')
    const { copies } = body
    const isWrong =
      copies.length > 0 && (copies.length !== finding.variants.length || copies.every((one) => one === 0))
    const message = 'Give the copies of each variant, or none.'
    refuseWrong(
      family,
      { days: { '/on': body.on }, more: [isWrong && { path: '/copies', rule: 'required', message }] },
      now,
    )
    if (finding.copies.length === 0 && copies.length > 0) await setCopies(scope, finding, copies)
    if (finding.variant_class === body.variantClass) return
    await setClass(scope, finding, body.variantClass)
    const { variantClass, on, words } = body
    await insertStep(scope, finding, {
      ...{ member: '', kind: 'class', on_day: on, words: variantClass, way: words },
    })
  })
