import type { ColumnType, Generated } from 'kysely'
import type { FindingInheritance, FindingVariant } from '#domain/family/cascade/finding.ts'
import type { FamilyStepKind, VisibleToFamily } from '#domain/family/cascade/steps.ts'
import type { FamilyChange } from '#domain/family/change.ts'
import type { FamilyDocument } from '#domain/family/document.ts'
import type { VariantClass } from '#domain/orders/known-variants.ts'
import type { Instant } from './column-types.ts'

/** Families of institutions, and who changed what in them. */
export interface FamilyTables {
  family: {
    id: Generated<number>
    institution_code: string
    family_key: string
    name: string
    version: Generated<number>
    document: ColumnType<FamilyDocument, string, string>
    people_count: number
    probands: string
    search_text: string
    created_at: Instant
    changed_at: Instant
    changed_by: number
    changed_by_name: string
  }
  family_change: {
    id: Generated<number>
    family_id: number
    institution_code: string
    version: number
    change: ColumnType<FamilyChange, string, never>
    at: Instant
    by_id: number
    by_name: string
  }
  /** Who of an order is who in a family. */
  order_person: {
    order_id: number
    institution_code: string
    patient_key: string
    relationship: string
    family_id: number
    member: string
    joined_at: Instant
    joined_by: number
    joined_by_name: string
  }
  family_finding: {
    id: Generated<number>
    family_id: number
    institution_code: string
    finding_key: string
    member: string
    order_id: number | null
    report_id: number | null
    test_code: string
    variants: ColumnType<FindingVariant[], string, string>
    copies: number[]
    inheritance: FindingInheritance
    is_adult_onset: boolean
    condition: string
    variant_class: VariantClass
    laboratory: string
    laboratory_number: string
    family_number: string
    reported_on: string
    withdrawn_on: Generated<string | null>
    added_at: Instant
    added_by: number
    added_by_name: string
  }
  family_step: {
    id: Generated<number>
    family_id: number
    finding_id: number
    institution_code: string
    member: string
    kind: FamilyStepKind
    on_day: string
    way: Generated<string>
    words: Generated<string>
    copies: Generated<number[]>
    code_id: number | null
    needs: Generated<'' | 'redeemed' | 'tested' | 'result'>
    at: Instant
    by_id: number | null
    by_name: string
  }
  family_consent: {
    id: Generated<number>
    family_id: number
    institution_code: string
    member: string
    shows: VisibleToFamily
    agreed_on: string
    words: string
    at: Instant
    by_id: number
    by_name: string
  }
  cascade_code: {
    id: Generated<number>
    finding_id: number
    family_id: number
    institution_code: string
    member: string
    hash: string
    expires_on: string
    made_at: Instant
    made_by: number
    made_by_name: string
    replaced_at: Date | null
  }
  cascade_code_use: {
    code_id: number
    institution_code: string
    used_at: Instant
    by_id: number
    by_name: string
    tells: VisibleToFamily
    order_id: number | null
    sample_on: Generated<string | null>
    result_on: Generated<string | null>
    result: Generated<'' | 'tested' | 'positive' | 'negative'>
    copies: Generated<number[]>
    ended_on: Generated<string | null>
  }
}
