import type { ColumnType, Generated } from 'kysely'
import type { ResultOutcome } from '#domain/results/outcomes.ts'
import type { Section } from '#domain/results/sections.ts'

/** Results of current reports as data: derived from the reports, and removed by a trigger when one changes. */
export interface ResultTables {
  reported_result: {
    report_id: number
    order_id: number
    institution_code: string
    person: string
    test_code: string
    is_preliminary: boolean
    reported_at: ColumnType<Date, Date | string, Date | string>
    outcome: ResultOutcome
    /** The laboratory's own word; '' if it gives none. */
    overall: Generated<string>
    /** The strongest class of its variants; '' if none has one. */
    highest_class: Generated<string>
    /** Which reader made it (server/features/results/filing.ts). */
    reader: Generated<number>
  }
  reported_variant: {
    report_id: number
    /** Counts the report's variants from 1. */
    position: number
    institution_code: string
    variant_key: string
    hgnc_id: string
    gene: string
    description: string
    classes: string[]
    zygosity: string
    section: Section
  }
  /** What finds a result (position 0) or one of its variants. */
  result_term: {
    institution_code: string
    term: string
    reported_at: ColumnType<Date, Date | string, Date | string>
    report_id: number
    position: number
    outcome: ResultOutcome
    classes: string[]
  }
  /** Reports with data whose result has to be filled. */
  result_to_file: { report_id: number }
}
