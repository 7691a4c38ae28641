/** The laboratory’s overall results (domain/results/words.ts) after which the stored data may be analyzed again. */
export const REANALYZED_RESULTS = ['negative', 'uncertain'] as const
export type ReanalyzedResult = (typeof REANALYZED_RESULTS)[number]

/** When a result of a test comes up for reanalysis. The laboratory sets it for each test (`reanalysis.csv`). */
export interface ReanalysisPolicy {
  /** The code of the test that analyzes the stored data again. */
  test: string
  /** Months after the report; null: never because of its age. */
  afterMonths: number | null
  /** Whether findings that are recorded after the report bring it up. */
  byFindings: boolean
  results: readonly ReanalyzedResult[]
  /** Consents of the person tested: if one of them is withdrawn, the result does not come up. */
  consents: readonly string[]
  /** Whether it also comes up for a person who has died. */
  ofDeceased: boolean
}

/** What an institution sets for itself; null: as the laboratory sets it. */
export interface OwnReanalysis {
  /** False: nothing comes up at this institution. */
  isOffered: boolean
  afterMonths: number | null
  byFindings: boolean | null
  ofDeceased: boolean | null
}

export const AS_LABORATORY: OwnReanalysis = {
  ...{ isOffered: true, afterMonths: null, byFindings: null, ofDeceased: null },
}

/** The policy that applies at an institution; null: its results do not come up. */
export function policyAt(laboratory: ReanalysisPolicy, own: OwnReanalysis): ReanalysisPolicy | null {
  if (!own.isOffered) return null
  return {
    ...laboratory,
    afterMonths: own.afterMonths ?? laboratory.afterMonths,
    byFindings: own.byFindings ?? laboratory.byFindings,
    ofDeceased: own.ofDeceased ?? laboratory.ofDeceased,
  }
}
