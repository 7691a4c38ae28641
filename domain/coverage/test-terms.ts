import type { BenefitSummary } from './benefit-summary.ts'
import type { BasisPoints } from './benefits.ts'
import type { PricedTest, YesNoUnknown } from './estimate.ts'
import { type ProcedureTerms, termsOfCode } from './procedures.ts'
import { type BenefitAbout, type UnclearBenefit, worstOf } from './rows.ts'

/** The terms for one test: those for its procedures override those for all tests. */
export interface TestTerms {
  readonly covered: YesNoUnknown
  readonly authorization: YesNoUnknown
  readonly copay: BenefitSummary['copay']
  /** The copayment is for this test alone, regardless of other tests in the order. */
  readonly hasOwnCopay: boolean
  readonly coinsurance: BasisPoints | null
  /** The benefits for which its procedures have several amounts; the highest applies. */
  readonly several: readonly BenefitAbout[]
  /** Why some of these terms are treated as unknown. */
  readonly unclear: readonly UnclearBenefit[]
}

/**
 * The terms that apply to a test. If its procedures have different costs, the highest applies; a test that is
 * only partly covered is not known to be covered, because it is also unknown how a payer divides the price
 * among procedures.
 */
export function termsOf(benefitSummary: BenefitSummary, test: PricedTest): TestTerms {
  const codes = [...new Set(test.cptCodes)]
  const own = codes.map((code) => termsOfCode(benefitSummary.procedures, code))
  const authorizations = own.map((one) =>
    one && one.authorization !== 'unknown' ? one.authorization : benefitSummary.authorization,
  )
  if (own.every((one) => one === null))
    return {
      covered: benefitSummary.isNonCovered ? 'no' : doubted(test.covered, benefitSummary),
      ...{ authorization: benefitSummary.authorization, copay: benefitSummary.copay, hasOwnCopay: false },
      ...{ coinsurance: benefitSummary.coinsurance, several: [], unclear: benefitSummary.unclear },
    }
  const copays = own.map((one) => one?.copay ?? benefitSummary.copay).filter((one) => one !== null)
  const copay = worstOf(copays.map(({ cents }) => cents))
  const rate = worstOf(
    own.map((one) => (one?.coinsurance ? one.coinsurance.rate : benefitSummary.coinsurance)),
  )
  const hasOwnCopay = own.some((one) => one?.copay)
  return {
    covered: coveredOf(benefitSummary, test, own),
    authorization: authorizations.includes('yes')
      ? 'yes'
      : authorizations.includes('unknown')
        ? 'unknown'
        : 'no',
    copay: hasOwnCopay ? { cents: copay.value, isOncePerOrder: false } : benefitSummary.copay,
    hasOwnCopay,
    coinsurance: rate.value,
    several: [
      ...(hasOwnCopay && copay.isContradictory ? (['copay'] as const) : []),
      ...(rate.isContradictory ? (['coinsurance'] as const) : []),
    ],
    unclear: [...own.flatMap((one) => one?.unclear ?? []), ...benefitSummary.unclear],
  }
}

function coveredOf(
  benefitSummary: BenefitSummary,
  { covered }: PricedTest,
  own: readonly (ProcedureTerms | null)[],
): YesNoUnknown {
  const coverages = own.map((one) =>
    one && one.covered !== 'unknown' ? one.covered : benefitSummary.isNonCovered ? 'no' : 'unknown',
  )
  if (covered === 'no' || coverages.every((one) => one === 'no')) return 'no'
  if (coverages.includes('no') || coverages.includes('unclear')) return 'unknown'
  return coverages.every((one) => one === 'yes') ? 'yes' : doubted(covered, benefitSummary)
}

/** The contract's rule, unless the payer's response casts doubt on it. */
function doubted(covered: YesNoUnknown, { isCoverageUnclear }: BenefitSummary): YesNoUnknown {
  return isCoverageUnclear && covered === 'yes' ? 'unknown' : covered
}
