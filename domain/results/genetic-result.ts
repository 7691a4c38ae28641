import type { Finding } from './finding.ts'
import type { Condition, Gene, ReportedVariant } from './reported-variant.ts'

/** What a result says about a drug. */
export interface DrugResponse {
  /** The variants, haplotypes or genotypes it is concluded from, by key. */
  of: readonly string[]
  drugs: readonly Condition[]
  /** Other therapies and studies of them. */
  therapies: readonly Condition[]
  /** The diseases it is given for. */
  conditions: readonly Condition[]
  /** `Poor metabolizer`, `Responsive` …, in words. */
  response?: string
  evidence?: string
  text?: string
}

/** Whether variants lie on the same chromosome of a pair. */
export interface Phase {
  variants: readonly string[]
  /** Cis, trans, indeterminate, unknown. */
  relation: string
}

/** A number or word about the whole sample: tumor mutational burden, microsatellite instability. */
export interface Marker {
  /** LOINC. */
  code: string
  name: string
  value: string
}

/** What the laboratory recommends because of the result. */
export interface Recommendation {
  /** The variants, haplotypes or genotypes it is made for, by key; empty: the whole result. */
  of: readonly string[]
  /** In short: `Genetic counseling recommended`. */
  action?: string
  text?: string
}

/** What was looked at, and why. */
export interface Study {
  reasons: readonly string[]
  diseases: readonly Condition[]
  genes: readonly Gene[]
  /** `NC_000013.11 32314479–32400672`, or the laboratory's description. */
  regions: readonly string[]
}

/** Between the overall answers of a report that has several. */
export const BETWEEN_ANSWERS = '; '

/**
 * A report's result as data. The document remains the report: these fields help to read, find and compare it.
 * The overall interpretation is the laboratory's own and never computed from the variants: a positive report may
 * have only variants of uncertain significance beside its finding, and a carrier's result may be positive for
 * one question and normal for another.
 */
export interface GeneticResult {
  /** One of OVERALL, or the laboratory's own words; different answers of several panels one after another; left out if it does not say. */
  overall?: string
  deletionsAndDuplications?: string
  conclusion?: string
  variants: readonly ReportedVariant[]
  phases: readonly Phase[]
  drugResponses: readonly DrugResponse[]
  markers: readonly Marker[]
  recommendations: readonly Recommendation[]
  /** How it was found, a paragraph each. */
  methods: readonly string[]
  /** What the test cannot tell, a paragraph each. */
  limits: readonly string[]
  study: Study
  /** What the portal does not understand, as received. */
  others: readonly Finding[]
}
