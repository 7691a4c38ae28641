import type { IsoDate } from '../dates/dates.ts'
import type { BasisPoints, Cents } from './benefits.ts'
import type { ContractTerms, PricedTest, YesNoUnknown } from './estimate.ts'
import type { Payer } from './payer.ts'

/** A test as the catalogue offers it. */
export interface OfferedTest {
  readonly code: string
  readonly name: string
  readonly category: string
  /** A code occurs twice if two units of it are billed. */
  readonly cptCodes: readonly string[]
  readonly listPriceCents: Cents
}

export interface PayerContract {
  readonly inNetwork: boolean
  readonly copayBeforeDeductible: boolean
  readonly balanceBilling: boolean
  /** Share of the list price, for tests without their own price; null: not known. */
  readonly allowedShare: BasisPoints | null
}

/** What a payer allows for a test, or for each unit of a CPT code. */
export interface ContractPrice {
  readonly testCode: string | null
  readonly cptCode: string | null
  readonly allowedCents: Cents | null
  readonly allowedShare: BasisPoints | null
}

/** For a test, for a category, or, if both are null, for all tests. */
export interface CoverageRule {
  readonly testCode: string | null
  readonly category: string | null
  readonly covered: YesNoUnknown
  readonly authorizationRequired: YesNoUnknown
  /** As `requiredDocuments` reads them. */
  readonly documents: readonly string[]
  readonly note: string
}

/** Overrides the catalogue's list price. */
export interface TestPrice {
  readonly testCode: string
  readonly listCents: Cents
  readonly selfPayCents: Cents | null
}

/** Everything in the laboratory's files about one payer and some tests, on one day. */
export interface Reference {
  readonly day: IsoDate
  /** The last day on which the files say the same; null if no other day is known. */
  readonly until: IsoDate | null
  /** Null if there is no payer, or the laboratory does not know it. */
  readonly payer: Payer | null
  readonly contract: PayerContract | null
  readonly contractPrices: readonly ContractPrice[]
  readonly rules: readonly CoverageRule[]
  readonly testPrices: readonly TestPrice[]
  /** In the requested order; tests that were never in the catalogue are missing. */
  readonly tests: readonly OfferedTest[]
}

/** A test with its prices, its codes, and the other parts of the payer's rule. */
export interface TestWithPrice extends PricedTest {
  readonly cptCodes: readonly string[]
  readonly note: string
  readonly documents: readonly string[]
}

/**
 * It is unknown whether the laboratory is in the payer's network: no amount is certain, not even the list
 * price, which the No Surprises Act (45 CFR 149.420) forbids to bill after a visit to an in-network facility.
 */
const NO_CONTRACT: ContractTerms = {
  ...{ inNetwork: false, copayBeforeDeductible: false, balanceBilling: true, isOnFile: false },
}

/**
 * What each test costs, and what the payer's contract and rules say about it. Without a contract the
 * laboratory is out of network, and the allowed amount is not known. Without a rule, coverage and
 * authorization are unknown; nothing is assumed.
 */
export function pricedTests(reference: Reference): {
  readonly tests: TestWithPrice[]
  readonly terms: ContractTerms
} {
  const { contract } = reference
  return {
    tests: reference.tests.map((test) => withPrice(reference, test)),
    terms: contract
      ? {
          inNetwork: contract.inNetwork,
          copayBeforeDeductible: contract.copayBeforeDeductible,
          balanceBilling: contract.balanceBilling,
        }
      : NO_CONTRACT,
  }
}

function withPrice(reference: Reference, test: OfferedTest): TestWithPrice {
  const { code, name, cptCodes } = test
  const price = reference.testPrices.find(({ testCode }) => testCode === code)
  const listPriceCents = price?.listCents ?? test.listPriceCents
  const rule = ruleFor(reference.rules, test)
  return {
    ...{ code, name, cptCodes, listPriceCents },
    allowedCents: allowedFor(reference, { ...test, listPriceCents }),
    // A test without a price row sells at the list price; a row without a self-pay price means that there is
    // none.
    selfPayCents: price ? price.selfPayCents : listPriceCents,
    covered: rule?.covered ?? 'unknown',
    authorizationRequired: rule?.authorizationRequired ?? 'unknown',
    note: rule?.note ?? '',
    documents: rule?.documents ?? [],
  }
}

/** One rule applies as a whole: the test's, otherwise its category's, otherwise the one for all. */
function ruleFor(rules: readonly CoverageRule[], { code, category }: OfferedTest): CoverageRule | null {
  return (
    rules.find((rule) => rule.testCode === code) ??
    rules.find((rule) => rule.testCode === null && rule.category === category) ??
    rules.find((rule) => rule.testCode === null && rule.category === null) ??
    null
  )
}

/**
 * The contract's allowed amount: for the test; otherwise for the units of its CPT codes, if all of them have
 * a price; otherwise its share of the list price. Never more than the list price, since payers pay the lesser
 * of the two. Null if the contract does not say.
 */
function allowedFor({ contract, contractPrices }: Reference, test: OfferedTest): Cents | null {
  if (contract === null) return null
  const { listPriceCents } = test
  const own = contractPrices.find(({ testCode }) => testCode === test.code)
  const allowed = own
    ? (own.allowedCents ?? shareOf(listPriceCents, own.allowedShare))
    : (byUnits(contractPrices, test) ?? shareOf(listPriceCents, contract.allowedShare))
  return allowed === null ? null : Math.min(allowed, listPriceCents)
}

function byUnits(prices: readonly ContractPrice[], { cptCodes }: OfferedTest): Cents | null {
  if (cptCodes.length === 0) return null
  return cptCodes.reduce<Cents | null>((total, cpt) => {
    const unit = prices.find(({ cptCode }) => cptCode === cpt)?.allowedCents ?? null
    return total === null || unit === null ? null : total + unit
  }, 0)
}

/** Rounds half a cent up. */
function shareOf(cents: Cents, share: BasisPoints | null): Cents | null {
  return share === null ? null : Math.floor((cents * share + 5_000) / 10_000)
}
