import { sql, type Transaction } from 'kysely'
import { DataFilesInvalid } from '#server/csv/data-table.ts'
import { insertAll, upsertAll } from '#server/database/migrate/bulk.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { CoverageFiles } from './coverage-files.ts'
import type { NamedPlace } from './coverage-rows.ts'

/** Tables that only belong to payers and tests: each import rewrites them. */
const FOLLOWING = [
  'payer_contract',
  'contract_price',
  'coverage_rule',
  'test_price',
  'assistance_tier',
] as const

/**
 * Updates payers, contracts, rules and prices to the files' content, in the given transaction. A payer no
 * longer in them is marked as removed, since its checks remain. Throws {@link DataFilesInvalid} if they name
 * a test or category that was never in the catalogue.
 */
export async function importCoverage(
  db: Transaction<Tables>,
  { coverage, named }: CoverageFiles,
): Promise<void> {
  await checkNamed(db, named)
  for (const table of FOLLOWING) await db.deleteFrom(table).execute()
  await db.updateTable('payer').set({ removed_at: sql`coalesce(removed_at, now())` }).execute()
  const payers = coverage.payers.map((row) => ({
    id: row.id,
    name: row.name,
    aliases: row.aliases,
    kind: row.kind,
    clearinghouse_id: row.clearinghouseId,
    member_id_patterns: row.memberIdPatterns,
    member_id_hint: row.memberIdHint,
    phone: row.phone,
    removed_at: null,
  }))
  await upsertAll(db, 'payer', 'id', payers)
  const contracts = coverage.contracts.map((row) => ({
    ...effective(row),
    payer_id: row.payerId,
    in_network: row.inNetwork,
    copay_before_deductible: row.copayBeforeDeductible,
    balance_billing: row.balanceBilling,
    allowed_share: row.allowedShare,
  }))
  await insertAll(db, 'payer_contract', contracts)
  const contractPrices = coverage.contractPrices.map((row) => ({
    ...effective(row),
    payer_id: row.payerId,
    test_code: row.testCode,
    cpt_code: row.cptCode,
    allowed_cents: row.allowed,
    allowed_share: row.share,
  }))
  await insertAll(db, 'contract_price', contractPrices)
  const rules = coverage.rules.map((row) => ({
    ...effective(row),
    payer_id: row.payerId,
    test_code: row.testCode,
    category: row.category,
    covered: row.covered,
    authorization_required: row.authorizationRequired,
    documents: row.documents,
    note: row.note,
  }))
  await insertAll(db, 'coverage_rule', rules)
  const prices = coverage.prices.map((row) => ({
    ...effective(row),
    test_code: row.testCode,
    list_cents: row.listPrice,
    self_pay_cents: row.selfPayPrice,
  }))
  await insertAll(db, 'test_price', prices)
  const tiers = coverage.assistance.map((row) => ({
    ...effective(row),
    name: row.name,
    income_base_cents: row.incomeBase,
    income_per_person_cents: row.incomePerPerson,
    discount: row.discount,
    most_cents: row.most,
  }))
  await insertAll(db, 'assistance_tier', tiers)
}

function effective(row: { effectiveFrom: string; effectiveUntil: string | null }) {
  return { effective_from: row.effectiveFrom, effective_until: row.effectiveUntil }
}

async function checkNamed(db: Transaction<Tables>, named: readonly NamedPlace[]): Promise<void> {
  const tests = await db.selectFrom('test').select('code').execute()
  const categories = await db.selectFrom('test_category').select('category').execute()
  const known = {
    testCode: new Set(tests.map(({ code }) => code)),
    category: new Set(categories.map(({ category }) => category)),
  }
  const rules = {
    testCode: 'is not the code of a test in the catalogue',
    category: 'is not a category of the catalogue',
  }
  const problems = named
    .filter(({ column, name }) => !known[column].has(name))
    .map(({ name, ...at }) => ({ ...at, rule: `'${name}' ${rules[at.column]}` }))
  if (problems.length > 0) throw new DataFilesInvalid(problems)
}
