import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { APPROVAL_STATUSES, STATE_RULES, type StateRuleKind } from '#domain/consent/law.ts'
import { isIsoDate } from '#domain/dates/dates.ts'
import { FINDING_SECTIONS } from '#domain/results/declinable-findings.ts'
import { code, oneOf, orEmpty, state, text, yesNo } from '#server/csv/data-cells.ts'
import { type DataFileProblem, readTable } from '#server/csv/data-table.ts'

// Files about consents, each of which a laboratory may leave out: then everything stays as without it.

const day = z.string().refine(isIsoDate, 'is not a day such as 2026-03-14')
const validity = { validFrom: day, validTo: orEmpty(day, 'is not a day such as 2026-03-14, or empty') }
const anyState = z.union([z.literal('*'), state], 'is not a state code, or * for every state')
const anyTest = z.union([z.literal('*'), code], 'is not a code, or * for every test')

// Whether somebody compared the row with its source, which may be missing in a laboratory's older files. Nothing depends
// on it: it is there for those who maintain the file.
const provenance = {
  verified: orEmpty(oneOf(['yes', 'no']), 'is not yes or no').optional(),
  source: z.string().optional(),
}

const textCells = z.object({
  consent: text,
  version: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, 'is not a version such as 2 or 2026-03'),
  language: z.string().regex(/^[a-z]{2}$/, 'is not a language code of two letters such as en'),
  jurisdiction: orEmpty(state, 'is not a state code, or empty'),
  ...validity,
  list: z.string(),
  title: text,
  text,
})
const policyCells = z.object({
  testCode: anyTest,
  consent: text,
  relatives: oneOf(['asked', 'not-asked']),
  fetus: oneOf(['offered', 'not-offered']),
  policy: z.string(),
})
const conflictCells = z.object({
  consent: text,
  answer: yesNo,
  otherConsent: text,
  otherAnswer: yesNo,
  message: text,
})
const findingCells = z.object({ consent: text, section: oneOf(FINDING_SECTIONS) })
const stateCells = z.object({
  state: anyState,
  rule: oneOf(STATE_RULES),
  value: orEmpty(z.string().regex(/^\d{1,3}$/), 'is not a number, or empty'),
  consent: z.string(),
  ...validity,
  ...provenance,
})
const approvalCells = z.object({
  testCode: anyTest,
  state,
  status: oneOf(APPROVAL_STATUSES),
  ...validity,
  ...provenance,
})
const adultOnsetCells = z.object({ testCode: code })

/** The files about consents; empty if a file is missing. */
export interface ConsentData {
  consentTexts: z.output<typeof textCells>[]
  consentPolicies: z.output<typeof policyCells>[]
  consentConflicts: z.output<typeof conflictCells>[]
  consentFindings: z.output<typeof findingCells>[]
  stateRules: z.output<typeof stateCells>[]
  testApprovals: z.output<typeof approvalCells>[]
  adultOnsetTests: z.output<typeof adultOnsetCells>[]
}

type Table = ReturnType<typeof readTable>

const NEEDS_NUMBER: readonly StateRuleKind[] = ['retention-days', 'majority-age', 'assent-age']

/**
 * Reads the files about consents in a catalogue's folder, and checks them against its tests and questions;
 * adds what is wrong to `problems`.
 */
export function readConsentFiles(
  dir: string,
  { tests, consents }: { tests: Pick<Table, 'has'>; consents: Pick<Table, 'has'> },
  problems: DataFileProblem[],
): ConsentData {
  const read = <T>(file: string, cells: z.ZodObject & z.ZodType<T>) =>
    existsSync(join(dir, file)) ? readTable(join(dir, file), cells, cells, problems) : null
  const texts = read('consent-texts.csv', textCells)
  const policies = read('consent-policies.csv', policyCells)
  const conflicts = read('consent-conflicts.csv', conflictCells)
  const findings = read('consent-findings.csv', findingCells)
  const states = read('consent-states.csv', stateCells)
  const approvals = read('test-approvals.csv', approvalCells)
  const adultOnset = read('adult-onset-tests.csv', adultOnsetCells)
  texts?.unique('consent', 'version', 'language', 'jurisdiction')
  policies?.unique('testCode', 'consent')
  findings?.unique('section')
  approvals?.unique('testCode', 'state', 'validFrom')
  adultOnset?.unique('testCode')

  const named = (
    table: Table | null,
    column: string,
    among: Pick<Table, 'has'>,
    file: string,
    key: string,
  ) => {
    for (const { row, cells } of table?.rows ?? []) {
      const value = cells[column] ?? ''
      if (value !== '' && value !== '*' && !among.has(key, value))
        table?.report(row, column, `'${value}' is not in ${file}`)
    }
  }
  for (const [table, column] of [
    [texts, 'consent'],
    [policies, 'consent'],
    [conflicts, 'consent'],
    [conflicts, 'otherConsent'],
    [findings, 'consent'],
    [states, 'consent'],
  ] as const)
    named(table, column, consents, 'consents.csv', 'id')
  for (const table of [policies, approvals, adultOnset]) named(table, 'testCode', tests, 'tests.csv', 'code')
  for (const table of [texts, states, approvals])
    for (const { row, cells } of table?.rows ?? [])
      if (cells.validTo && (cells.validTo ?? '') < (cells.validFrom ?? ''))
        table?.report(row, 'validTo', 'is before validFrom')
  for (const table of [states, approvals])
    for (const { row, cells } of table?.rows ?? [])
      if (cells.verified === 'yes' && !cells.source?.trim())
        table?.report(row, 'source', 'is required for a verified row')
  for (const { row, cells } of states?.rows ?? []) {
    if (NEEDS_NUMBER.includes(cells.rule as StateRuleKind) && cells.value === '')
      states?.report(row, 'value', `is required for the rule ${cells.rule}`)
    if (cells.rule === 'consent' && cells.consent === '')
      states?.report(row, 'consent', 'is required for the rule consent')
  }
  return {
    consentTexts: texts?.values ?? [],
    consentPolicies: policies?.values ?? [],
    consentConflicts: conflicts?.values ?? [],
    consentFindings: findings?.values ?? [],
    stateRules: states?.values ?? [],
    testApprovals: approvals?.values ?? [],
    adultOnsetTests: adultOnset?.values ?? [],
  }
}
