import type { Generated } from 'kysely'
import type { PatientKey } from '#domain/orders/document.ts'
import type { FeatureStatus } from '#domain/orders/phenotype.ts'
import type { Instant } from './column-types.ts'

/** Findings that users recorded after an order was submitted, and what institutions set for reanalysis. */
export interface ReanalysisTables {
  order_finding: {
    id: Generated<number>
    order_id: number
    institution_code: string
    patient_key: PatientKey
    term_id: string
    label: string
    release: string
    status: FeatureStatus
    /** ISO date. */
    observed_on: string
    note: string
    recorded_by: number
    recorded_by_name: string
    recorded_at: Instant
  }
  reanalysis_rules: {
    institution_code: string
    is_offered: boolean
    after_months: number | null
    by_findings: boolean | null
    of_deceased: boolean | null
    changed_at: Instant
    changed_by: number
    changed_by_name: string
  }
}
