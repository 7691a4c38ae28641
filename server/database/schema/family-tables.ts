import type { ColumnType, Generated } from 'kysely'
import type { FamilyChange } from '#domain/family/change.ts'
import type { FamilyDocument } from '#domain/family/document.ts'
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
}
