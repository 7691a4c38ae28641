import { summarizeBenefits } from '../benefit-summary.ts'
import type { Benefit, Cents, EligibilityResponse } from '../benefits.ts'
import type { CostQuestion } from '../cost.ts'
import type { EstimateResult, PricedTest } from '../estimate.ts'

/** An empty row of a payer's response, for laboratory tests. */
export const ROW: Benefit = {
  ...{ kind: 'other', level: null, serviceTypes: ['5'], period: null, amountCents: null, rate: null },
  ...{ authorization: 'unknown', network: 'unknown', plan: '', words: [] },
}

/** An invented member's response without any benefit. */
export const ANSWER: EligibilityResponse = {
  traceNumber: '1',
  payer: { name: 'Alder Health', id: 'ALDER' },
  member: {
    ...{ lastName: 'Example', firstName: 'Robin', memberId: 'ALD000001', dateOfBirth: '1980-02-03' },
    ...{ isDependent: false, groupNumber: '', planName: '', planBegins: '', planEnds: '' },
  },
  rejections: [],
  benefits: [],
}

export interface WorkedExample {
  name: string
  question: CostQuestion
  owed: string
  why: string
}

/**
 * Parses a table whose columns are explained in cost.test.ts. A line that ends in `why` begins a new section.
 */
export function parseWorkedExamples(table: string): WorkedExample[] {
  return table
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.endsWith('| why'))
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      if (cells.length !== 9) throw new Error(`not nine columns: ${line}`)
      const [name, deductible, copay, coinsurance, maximum, how, tests, owed, why] = cells as [
        ...[string, string, string, string, string, string, string, string, string],
      ]
      const inNetwork = !how.includes('out')
      const benefits = [
        ...(how === 'silent' ? [] : [{ ...ROW, kind: how === 'inactive' ? 'inactive' : 'active' } as const]),
        ...(how === 'noncovered' ? [{ ...ROW, kind: 'non-covered' } as const] : []),
        ...limits('deductible', deductible),
        ...limits('out-of-pocket', maximum),
        ...(copay === '-' ? [] : [copayment(copay, how)]),
        ...(coinsurance === '?'
          ? []
          : [
              {
                ...ROW,
                kind: 'coinsurance',
                rate: Math.round(Number(coinsurance.replace('%', '')) * 100),
              } as const,
            ]),
      ]
      const rejections =
        how === 'rejected' ? [{ level: 'payer', code: '42', followUp: 'R', words: 'Later.' } as const] : []
      const question = {
        benefitSummary: summarizeBenefits({ ...ANSWER, benefits, rejections }, inNetwork),
        terms: {
          inNetwork,
          copayBeforeDeductible: how.includes('copay-first'),
          balanceBilling: how.includes('balance'),
        },
        tests: tests.split(' ').filter(Boolean).map(priced),
      }
      return { name, question, owed, why }
    })
}

function limits(kind: 'deductible' | 'out-of-pocket', cell: string): Benefit[] {
  return cell
    .split(' ')
    .filter((word) => word !== '?')
    .map((word) => {
      const [, family, ofTotal, amount] = /^(f?)(of)?([\d.]+|x)$/.exec(word) ?? []
      if (amount === undefined) throw new Error(`no limit: ${word}`)
      return {
        ...{ ...ROW, kind, serviceTypes: ['30'], level: family ? 'family' : 'individual' },
        ...{
          period: ofTotal ? 'calendar-year' : 'remaining',
          amountCents: amount === 'x' ? null : cents(amount),
        },
      } as const
    })
}

function copayment(cell: string, how: string): Benefit {
  const period = how.includes('visit') ? 'visit' : null
  return { ...ROW, kind: 'copayment', period, amountCents: cell === 'x' ? null : cents(cell) }
}

function priced(cell: string, index: number): PricedTest {
  const [, allowed = '', list = allowed, mark] = /^([\d.]+|\?)(?:\/([\d.]+))?([!~]?)$/.exec(cell) ?? []
  return {
    ...{ code: `T${index + 1}`, name: `Test ${index + 1}` },
    allowedCents: allowed === '?' ? null : cents(allowed),
    listPriceCents: cents(list),
    selfPayCents: null,
    covered: mark === '!' ? 'no' : mark === '~' ? 'unknown' : 'yes',
    authorizationRequired: 'unknown',
  }
}

function cents(amount: string): Cents {
  return Math.round(Number(amount) * 100)
}

/** Without a sign, as in the table. */
export function dollars(amount: Cents): string {
  return (amount / 100).toFixed(2)
}

/** A result as in the table. */
export function resultText(result: EstimateResult): string {
  if (result.kind === 'none') return `none ${result.because}`
  if (result.kind === 'range') return `${dollars(result.low)} to ${dollars(result.high)}`
  return dollars(result.cents)
}
