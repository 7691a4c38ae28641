import { type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '#domain/dates/dates.ts'
import type { KnownDiagnosis } from '#domain/icd10/diagnosis-code.ts'

/** The most codes offered instead of one. */
const OFFERED = 12

/**
 * A part of a query: what the laboratory's list has about these codes, with others to choose from if one
 * cannot be used on `day`. A list without headings is a selection: codes that are not in it are left out.
 */
export const knownDiagnoses = (codes: readonly string[], day: IsoDate): RawBuilder<KnownDiagnosis[]> =>
  sql<KnownDiagnosis[]>`known_diagnoses(${[...new Set(codes)]}::text[], ${day}::date, ${OFFERED}::int)`
