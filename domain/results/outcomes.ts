/*
 * Overall results by name. A module of its own: the portal reads addresses with it before a page is loaded.
 */

/** What a result says in one word, as the laboratory says it. */
export const OUTCOMES = ['positive', 'negative', 'uncertain', 'failed', 'other'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Of a report with data: `none` if it has no overall result. */
export const OUTCOMES_IN_DATA = [...OUTCOMES, 'none'] as const
/** What a list shows of a report. `document`: it holds no data, and its document alone has the result. */
export const RESULT_OUTCOMES = [...OUTCOMES_IN_DATA, 'document'] as const
export type ResultOutcome = (typeof RESULT_OUTCOMES)[number]

/** What a list can be narrowed to: results, and what became of them. */
export const RESULT_FILTERS = [...RESULT_OUTCOMES, 'questioned', 'withdrawn'] as const
export type ResultFilter = (typeof RESULT_FILTERS)[number]
