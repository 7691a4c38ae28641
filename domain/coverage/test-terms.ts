import type { BasisPoints } from './benefits.ts'
import type { Known, PricedTest } from './estimate.ts'
import { type ProcedureTerms, termsOfCode } from './procedures.ts'
import { atOnce, type BenefitAbout, type Unclear } from './rows.ts'
import type { Standing } from './standing.ts'

/** What counts for one test, when what is said of its procedures is put before what is said of all tests. */
export interface TestTerms {
  readonly covered: Known
  readonly authorization: Known
  readonly copay: Standing['copay']
  /** The copayment is its own, whatever other tests of the order have. */
  readonly hasOwnCopay: boolean
  readonly coinsurance: BasisPoints | null
  /** Its procedures have several amounts of these; the highest counts. */
  readonly several: readonly BenefitAbout[]
  /** Why something of it is taken as not known. */
  readonly unclear: readonly Unclear[]
}

/**
 * What counts for a test. Where its procedures are said to cost different things the highest counts, and a test of which
 * only a part is covered is not known to be: how a payer divides the price among procedures is not known either.
 */
export function termsOf(standing: Standing, test: PricedTest): TestTerms {
  const codes = [...new Set(test.cptCodes)]
  const own = codes.map((code) => termsOfCode(standing.procedures, code))
  const authorizations = own.map((one) =>
    one && one.authorization !== 'unknown' ? one.authorization : standing.authorization,
  )
  if (own.every((one) => one === null))
    return {
      covered: standing.isNonCovered ? 'no' : doubted(test.covered, standing),
      ...{ authorization: standing.authorization, copay: standing.copay, hasOwnCopay: false },
      ...{ coinsurance: standing.coinsurance, several: [], unclear: standing.unclear },
    }
  const copays = own.map((one) => one?.copay ?? standing.copay).filter((one) => one !== null)
  const copay = atOnce(copays.map(({ cents }) => cents))
  const rate = atOnce(own.map((one) => (one?.coinsurance ? one.coinsurance.rate : standing.coinsurance)))
  const hasOwnCopay = own.some((one) => one?.copay)
  return {
    covered: coveredOf(standing, test, own),
    authorization: authorizations.includes('yes')
      ? 'yes'
      : authorizations.includes('unknown')
        ? 'unknown'
        : 'no',
    copay: hasOwnCopay ? { cents: copay.value, isOncePerOrder: false } : standing.copay,
    hasOwnCopay,
    coinsurance: rate.value,
    several: [
      ...(hasOwnCopay && copay.isContradictory ? (['copay'] as const) : []),
      ...(rate.isContradictory ? (['coinsurance'] as const) : []),
    ],
    unclear: [...own.flatMap((one) => one?.unclear ?? []), ...standing.unclear],
  }
}

function coveredOf(
  standing: Standing,
  { covered }: PricedTest,
  own: readonly (ProcedureTerms | null)[],
): Known {
  const said = own.map((one) =>
    one && one.covered !== 'unknown' ? one.covered : standing.isNonCovered ? 'no' : 'unknown',
  )
  if (covered === 'no' || said.every((one) => one === 'no')) return 'no'
  if (said.includes('no') || said.includes('unclear')) return 'unknown'
  return said.every((one) => one === 'yes') ? 'yes' : doubted(covered, standing)
}

/** What the contract's rule says, where the payer's answer leaves no doubt of it. */
function doubted(covered: Known, { isCoverageUnclear }: Standing): Known {
  return isCoverageUnclear && covered === 'yes' ? 'unknown' : covered
}
