import type { Kysely } from 'kysely'
import type { AssistanceTier } from '#domain/coverage/assistance.ts'
import type { Reference } from '#domain/coverage/contract.ts'
import { counting, type Effective } from '#domain/coverage/counting.ts'
import { findPayer, type Payer } from '#domain/coverage/payer.ts'
import { type IsoDate, startOfDay, todayAtLaboratory } from '#domain/dates/dates.ts'
import type { Tables } from '#server/database/schema/tables.ts'

/** The laboratory's files contain no patient data, so this store takes a connection and not a scope. */
type Db = Kysely<Tables>

/** The payer directory, by name, without those that the newest import removed. */
export async function payersOf(db: Db): Promise<Payer[]> {
  const rows = await db
    .selectFrom('payer')
    .selectAll()
    .where('removed_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    aliases: row.aliases,
    kind: row.kind,
    clearinghouseId: row.clearinghouse_id,
    memberIdPatterns: row.member_id_patterns,
    memberIdHint: row.member_id_hint,
    phone: row.phone,
  }))
}

/**
 * The reference data valid on a day for an insurance, by the name as typed ('' for none), and for the tests
 * in `codes`, including those that can't be ordered any more.
 */
export async function referenceOf(
  db: Db,
  day: IsoDate,
  { company, codes }: { company: string; codes: readonly string[] },
): Promise<Reference> {
  const payer = company.trim() === '' ? null : findPayer(await payersOf(db), company)
  const offered = await db
    .selectFrom('test')
    .select(['code', 'name', 'category', 'cpt_codes', 'list_price_cents'])
    .where('code', 'in', [...codes, ''])
    .execute()
  const tests = codes.flatMap((code) => {
    const test = offered.find((one) => one.code === code)
    return test ? [test] : []
  })
  const prices = await db
    .selectFrom('test_price')
    .selectAll()
    .where('test_code', 'in', [...codes, ''])
    .execute()
  const testPrices = counting(prices, day, ({ test_code }) => test_code)
  const { lastDays, ...ofThePayer } = await ofPayer(db, day, payer, tests)
  return {
    ...{ day, payer },
    ...ofThePayer,
    until: [...lastDays, ...lastDaysOf(day, prices, testPrices)].sort()[0] ?? null,
    testPrices: testPrices.map((row) => ({
      testCode: row.test_code,
      listCents: row.list_cents,
      selfPayCents: row.self_pay_cents,
    })),
    tests: tests.map((row) => ({
      code: row.code,
      name: row.name,
      category: row.category,
      cptCodes: row.cpt_codes,
      listPriceCents: row.list_price_cents,
    })),
  }
}

type OfPayer = Pick<Reference, 'contract' | 'contractPrices' | 'rules'> & { lastDays: IsoDate[] }

async function ofPayer(
  db: Db,
  day: IsoDate,
  payer: Payer | null,
  tests: readonly { code: string; category: string; cpt_codes: string[] }[],
): Promise<OfPayer> {
  if (payer === null) return { contract: null, contractPrices: [], rules: [], lastDays: [] }
  const codes = ['', ...tests.map(({ code }) => code)]
  const contracts = await db
    .selectFrom('payer_contract')
    .selectAll()
    .where('payer_id', '=', payer.id)
    .execute()
  const [contract] = counting(contracts, day, () => '')
  const prices = await db
    .selectFrom('contract_price')
    .selectAll()
    .where('payer_id', '=', payer.id)
    .where((eb) =>
      eb.or([
        eb('test_code', 'in', codes),
        eb('cpt_code', 'in', ['', ...tests.flatMap(({ cpt_codes }) => cpt_codes)]),
      ]),
    )
    .execute()
  const rules = await db
    .selectFrom('coverage_rule')
    .selectAll()
    .where('payer_id', '=', payer.id)
    .where((eb) =>
      eb.or([
        eb('test_code', 'in', codes),
        eb.and([
          eb('test_code', 'is', null),
          eb.or([
            eb('category', 'is', null),
            eb('category', 'in', ['', ...tests.map(({ category }) => category)]),
          ]),
        ]),
      ]),
    )
    .execute()
  const contractPrices = counting(prices, day, (row) => `${row.test_code ?? ''} ${row.cpt_code ?? ''}`)
  const countingRules = counting(rules, day, (row) => `${row.test_code ?? ''} ${row.category ?? ''}`)
  return {
    lastDays: [
      ...lastDaysOf(day, contracts, contract ? [contract] : []),
      ...lastDaysOf(day, prices, contractPrices),
      ...lastDaysOf(day, rules, countingRules),
    ],
    contract: contract
      ? {
          inNetwork: contract.in_network,
          copayBeforeDeductible: contract.copay_before_deductible,
          balanceBilling: contract.balance_billing,
          allowedShare: contract.allowed_share,
        }
      : null,
    contractPrices: contractPrices.map((row) => ({
      testCode: row.test_code,
      cptCode: row.cpt_code,
      allowedCents: row.allowed_cents,
      allowedShare: row.allowed_share,
    })),
    rules: countingRules.map((row) => ({
      testCode: row.test_code,
      category: row.category,
      covered: row.covered,
      authorizationRequired: row.authorization_required,
      documents: row.documents,
      note: row.note,
    })),
  }
}

/** The assistance programs on a day. */
export async function tiersOf(db: Db, day: IsoDate): Promise<AssistanceTier[]> {
  const rows = await db.selectFrom('assistance_tier').selectAll().where('effective_from', '<=', day).execute()
  return counting(rows, day, ({ name }) => name).map((row) => ({
    name: row.name,
    incomeBaseCents: row.income_base_cents,
    incomePerPersonCents: row.income_per_person_cents,
    discount: row.discount,
    mostCents: row.most_cents,
  }))
}

/** The last days before different rows than those valid on `day` apply. */
function lastDaysOf(day: IsoDate, rows: readonly Effective[], counted: readonly Effective[]): IsoDate[] {
  const ends = counted.flatMap(({ effective_until }) => effective_until ?? [])
  const begins = rows.map(({ effective_from }) => effective_from).filter((from) => from > day)
  const dayBefore = (from: IsoDate) => todayAtLaboratory(new Date(Date.parse(startOfDay(from)) - 1))
  return [...ends, ...begins.map(dayBefore)]
}
