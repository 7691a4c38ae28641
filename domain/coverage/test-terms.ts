import type { BenefitSummary } from './benefit-summary.ts'
import type { BasisPoints } from './benefits.ts'
import type { PricedTest, YesNoUnknown } from './estimate.ts'
import { type ProcedureTerms, termsOfCode } from './procedures.ts'
import { type BenefitAbout, type UnclearBenefit, worstOf } from './rows.ts'

/** What counts for one test, when what is said of its procedures is put before what is said of all tests. */
export interface TestTerms {
  readonly covered: YesNoUnknown
  readonly authorization: YesNoUnknown
  readonly copay: BenefitSummary['copay']
  /** The copayment is its own, whatever other tests of the order have. */
  readonly hasOwnCopay: boolean
  readonly coinsurance: BasisPoints | null
  /** Its procedures have several amounts of these; the highest counts. */
  readonly several: readonly BenefitAbout[]
  /** Why something of it is taken as not known. */
  readonly unclear: readonly UnclearBenefit[]
}

/**
 * What counts for a test. Where its procedures are said to cost different things the highest counts, and a test of which
 * only a part is covered is not known to be: how a payer divides the price among procedures is not known either.
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

/** What the contract's rule says, where the payer's answer leaves no doubt of it. */
function doubted(covered: YesNoUnknown, { isCoverageUnclear }: BenefitSummary): YesNoUnknown {
  return isCoverageUnclear && covered === 'yes' ? 'unknown' : covered
}
