import type { CostEstimate, PriceView } from '#contract/coverage.ts'
import { type Assistance, assistanceFor, owedAtMost } from '#domain/coverage/assistance.ts'
import { summarizeBenefits } from '#domain/coverage/benefit-summary.ts'
import type { EligibilityResponse } from '#domain/coverage/benefits.ts'
import { pricedTests, type Reference, type TestWithPrice } from '#domain/coverage/contract.ts'
import { estimateCost } from '#domain/coverage/cost.ts'
import { type Subject, type SubjectGap, subjectKey } from '#domain/coverage/eligibility-subject.ts'
import type { Estimate } from '#domain/coverage/estimate.ts'
import type { Payer } from '#domain/coverage/payer.ts'
import { serviceDay } from '#domain/coverage/service-day.ts'
import { type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { CoverageDeps, Db } from '../coverage-deps.ts'
import { type AnsweredCheck, currentAnswer, lastAnswer } from '../eligibility/check-store.ts'
import { reachable, subjectIn } from '../eligibility/subject.ts'
import { collectionsOf } from '../orders-store.ts'
import { referenceOf, tiersOf } from '../reference/reference-store.ts'

/** Everything known about the price of a document's tests on a day. */
export interface PricedOrder {
  today: IsoDate
  /** The last day with the same contract and prices; null if no change is known. */
  pricesUntil: IsoDate | null
  payer: Payer | null
  subject: Subject | null
  gaps: SubjectGap[]
  /** The day of collection; null: it is not known. */
  serviceDay: IsoDate | null
  /** The answer that the estimate is based on; null if none is valid. */
  answered: AnsweredCheck | null
  /** If that is null or a refusal: what the payer answered last, for whatever day. */
  earlier: AnsweredCheck | null
  tests: TestWithPrice[]
  listPriceCents: number
  selfPayCents: number | null
  /** Null if no insurance is billed. */
  estimate: CostEstimate | null
  assistance: Assistance[]
}

/** A payer that has not answered. */
const SILENT: EligibilityResponse = {
  traceNumber: '',
  payer: { name: '', id: '' },
  member: {
    ...{ lastName: '', firstName: '', memberId: '', dateOfBirth: '', isDependent: false, groupNumber: '' },
    ...{ planName: '', planBegins: '', planEnds: '' },
  },
  rejections: [],
  benefits: [],
}

/** Computed each time it is read, because prices, contracts and answers change over time. */
export async function priceOf(
  { canQueryPayers, now }: Pick<CoverageDeps, 'canQueryPayers' | 'now'>,
  db: Db,
  hospital: string,
  document: OrderDocument,
): Promise<PricedOrder> {
  const today = todayAtLaboratory(now())
  const isInsured = document.payment.billingType === 'Insurance'
  const codes = [...document.tests, ...document.addOnTests].map(({ testCode }) => testCode).filter(Boolean)
  const company = isInsured ? document.payment.insurance.company : ''
  const reference = await referenceOf(db, today, { company, codes })
  const payer = reachable(canQueryPayers, reference.payer)
  const { subject, gaps } = isInsured ? subjectIn(document, payer) : { subject: null, gaps: [] }
  const day = serviceDay(await collectionsOf(db, hospital, document), today)
  const question = subject && { key: subjectKey(subject), serviceDay: day, today }
  const answered = question && (await currentAnswer(db, hospital, question))
  const { tests } = pricedTests(reference)
  const hasAnswer = answered !== null && answered.answer.rejections.length === 0
  const earlier = question && !hasAnswer ? await lastAnswer(db, hospital, question.key) : null
  const answers = { answer: answered?.answer ?? SILENT, earlier: earlier?.answer ?? null }
  const estimate = isInsured ? presentEstimate(estimateIn(reference, answers, day ?? today)) : null
  const listPriceCents = sumOf(tests.map((test) => test.listPriceCents)) ?? 0
  const selfPayCents = tests.length === 0 ? null : sumOf(tests.map((test) => test.selfPayCents))
  const paysHere = isInsured || ['SelfPay', ''].includes(document.payment.billingType)
  const owed = estimate ? owedAtMost(estimate.result) : (selfPayCents ?? listPriceCents)
  return {
    ...{
      today,
      pricesUntil: reference.until,
      payer,
      subject,
      gaps,
      serviceDay: day,
      answered,
      earlier,
      tests,
      listPriceCents,
      selfPayCents,
      estimate,
    },
    assistance: paysHere && tests.length > 0 ? assistanceFor(await tiersOf(db, today), owed) : [],
  }
}

/** What a patient pays for tests on a day, according to a payer's answer, and an earlier one if that is none. */
function estimateIn(
  reference: Reference,
  { answer, earlier }: { answer: EligibilityResponse; earlier: EligibilityResponse | null },
  day: IsoDate,
): Estimate {
  const { tests, terms } = pricedTests(reference)
  return estimateCost({
    benefitSummary: summarizeBenefits(answer, terms.inNetwork, day),
    earlier: earlier && summarizeBenefits(earlier, terms.inNetwork),
    ...{ terms, tests },
  })
}

function sumOf(amounts: readonly (number | null)[]): number | null {
  return amounts.reduce((total, cents) => (total === null || cents === null ? null : total + cents), 0)
}

function presentEstimate(estimate: Estimate): CostEstimate {
  const { result } = estimate
  return {
    amountPayable: result.kind === 'amount' ? result.cents : null,
    isOutOfNetwork: estimate.isOutOfNetwork,
    authorizationRequired: estimate.authorizationRequired,
    result: { ...result },
    steps: estimate.steps.map((step) => ({ ...step })),
    stepsOfLow: estimate.stepsOfLow.map((step) => ({ ...step })),
    missing: estimate.missing.map((missing) => ({ ...missing })),
    selfPay: { ...estimate.selfPay },
    changes: estimate.changes.map((change) => ({ ...change })),
  }
}

/** The tests with their contract prices. */
export function presentTests(tests: readonly TestWithPrice[]): PriceView['tests'] {
  return tests.map(({ documents: _, cptCodes, ...test }) => ({ ...test, cptCodes: [...cptCodes] }))
}
