/** Card of an order: does the payer want prior authorization, and the letter of medical necessity. */
export { AuthorizationCard } from './authorization/AuthorizationCard.tsx'
/** What the payer was asked and answered, in one line. */
export { CheckState } from './CheckState.tsx'
/** Asking the payer, and the estimate on paper. */
export { AskButton, CoverageActions } from './CoverageActions.tsx'
/** Card of an order: what the patient will pay. */
export { CoverageCard } from './CoverageCard.tsx'
/** Dialog with everything about a price. */
export { CoverageDialog } from './CoverageDialog.tsx'
/** What changed in a price since it was last told. */
export { EstimateChanges } from './EstimateChanges.tsx'
/** The price in short: the amount, and what matters beside it. */
export { PriceSummary } from './PriceSummary.tsx'
/** Payers by the words of their names. */
export { payersLike } from './payers-like.ts'
/** Queries of the payers, and of the price of a document. */
export { payersOptions, priceOptions } from './queries.ts'
/** The part of a document that its price depends on. */
export { priceQuestion } from './question.ts'
/** What is asked of a payer, and about whom. */
export type { PriceSubject } from './use-ask.ts'
/** A price in words. */
export { detailsLabel, headline } from './words.ts'
