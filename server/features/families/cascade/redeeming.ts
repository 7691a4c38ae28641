import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { fail } from '#contract/errors.ts'
import type { familyCodesRoutes } from '#contract/family-cascade.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { readCode } from '#domain/family/cascade/code.ts'
import type { FindingInheritance, FindingVariant } from '#domain/family/cascade/finding.ts'
import type { VisibleToFamily } from '#domain/family/cascade/steps.ts'
import { networkOf } from '#domain/network/network-of.ts'
import type { VariantClass } from '#domain/orders/known-variants.ts'
import { type Authority, audit, nameOf, type Scope, withScope } from '#server/database/scope.ts'
import { relativesTests } from '#server/features/catalogue/public.ts'
import type { CascadeDeps } from './deps.ts'
import { hashOfCode } from './letters.ts'
import { offersOf } from './view.ts'

type Routes = typeof familyCodesRoutes
type Input<Name extends keyof Routes> = RequestOf<Routes[Name]>
type Redeemed = ReplyOf<Routes['redeem']>

/** What a code says, and whether it is about a report of this laboratory. */
type RedeemedFinding = Redeemed & { isOwnReport: boolean }

interface RedeemedRow {
  code_id: number
  variants: FindingVariant[]
  inheritance: FindingInheritance
  variant_class: VariantClass
  laboratory: string
  reported_on: string
  is_own_report: boolean
  reported_by: string
  used_at: Date
  tells: VisibleToFamily
  order_id: number | null
}

async function redeemedAt(scope: Scope, hospital: string, now: Date): Promise<RedeemedFinding[]> {
  const [{ rows }, { rows: withdrawn }, { rows: questioned }, tests] = await Promise.all([
    sql<RedeemedRow>`
      select code_id, variants, inheritance, variant_class, laboratory, reported_on, is_own_report, reported_by, used_at, tells,
        -- A cancelled order leaves the code free for another one.
        (select o.id from orders o where o.id = r.order_id and o.state <> 'cancelled') as order_id
      from redeemed_codes(${hospital}) r`.execute(scope.db),
    sql<{ code_id: number }>`select code_id from withdrawn_codes(${hospital})`.execute(scope.db),
    sql<{ code_id: number }>`select code_id from questioned_codes(${hospital})`.execute(scope.db),
    relativesTests(scope.db),
  ])
  const today = todayAtLaboratory(now)
  return rows.map((row) => {
    const isWithdrawn = withdrawn.some(({ code_id }) => code_id === row.code_id)
    const isQuestioned = questioned.some(({ code_id }) => code_id === row.code_id)
    const { variants, variant_class, reported_on } = row
    const finding = {
      ...{ variants, variant_class, reported_on, test_code: row.reported_by },
      // Whose report it is matters, not which order's.
      order_id: row.is_own_report ? 0 : null,
    }
    return {
      ...{ id: row.code_id, variants, inheritance: row.inheritance, variantClass: variant_class },
      ...{ laboratory: row.laboratory, usedAt: row.used_at.toISOString(), tells: row.tells },
      ...{ orderId: row.order_id, isWithdrawn, isQuestioned, isOwnReport: row.is_own_report },
      // How many relatives were tested is nobody's news here.
      offers: isWithdrawn || isQuestioned ? [] : offersOf(finding, tests, { relatives: [] }, today),
    }
  })
}

/** One code of an institution; undefined if it was redeemed elsewhere. */
export async function redeemedCode(
  scope: Scope,
  hospital: string,
  id: number,
  now: Date,
): Promise<RedeemedFinding | undefined> {
  return (await redeemedAt(scope, hospital, now)).find((one) => one.id === id)
}

/** Older ones are not listed; what their persons agreed to can still be changed. */
const MOST_LISTED = 1_000

/** Without what an order needs besides. */
const present = ({ isOwnReport: _, ...redeemed }: RedeemedFinding): Redeemed => redeemed

export function listRedeemed(deps: CascadeDeps) {
  return (authority: Authority, { params: { hospital } }: Input<'list'>): Promise<Redeemed[]> =>
    withScope(deps.connection, authority, async (scope) => {
      await audit(scope, 'family-codes.read', { kind: 'institution', id: hospital, institution: hospital })
      return (await redeemedAt(scope, hospital, deps.now())).slice(0, MOST_LISTED).map(present)
    })
}

/** Redeems a code. A wrong one of any kind is answered alike, and counts as a guess. */
export function redeemCode(deps: CascadeDeps) {
  return async (
    authority: Authority,
    { params: { hospital }, body }: Input<'redeem'>,
    address: string,
  ): Promise<Redeemed> => {
    // A refusal must not undo that the guess was counted.
    const found = await withScope(deps.connection, authority, async (scope) => {
      const now = deps.now()
      const outcome = await redeem(scope, hospital, body, { address, today: todayAtLaboratory(now) })
      const action = outcome === 'redeemed' ? 'family-code.redeemed' : 'family-code.refused'
      await audit(scope, action, { kind: 'institution', id: hospital, institution: hospital })
      const redeemed = outcome === 'redeemed' ? await redeemedNow(scope, hospital, now) : undefined
      return { outcome, redeemed }
    })
    if (found.outcome === 'limited') fail('too-many-requests')
    return found.redeemed ? present(found.redeemed) : fail('code-unknown')
  }
}

/** The code that this transaction redeemed: a colleague's, of another person, may have come in between. */
async function redeemedNow(scope: Scope, hospital: string, now: Date): Promise<RedeemedFinding | undefined> {
  const use = await scope.db
    .selectFrom('cascade_code_use')
    .select('code_id')
    .where('institution_code', '=', hospital)
    .where('by_id', '=', scope.actor.id)
    .where('used_at', '=', sql<Date>`date_trunc('milliseconds', now())`)
    .orderBy('code_id', 'desc')
    .executeTakeFirst()
  return use && redeemedCode(scope, hospital, use.code_id, now)
}

async function redeem(
  { db, actor }: Scope,
  hospital: string,
  { code, tells }: Input<'redeem'>['body'],
  { address, today }: { address: string; today: string },
): Promise<'redeemed' | 'limited' | 'unknown'> {
  const from = createHash('sha256')
    .update(`address ${networkOf(address)}`)
    .digest('base64url')
  const { rows } = await sql<{ outcome: 'redeemed' | 'limited' | 'unknown' }>`
    select redeem_cascade_code(${hashOfCode(readCode(code) ?? '')}, ${hospital}, ${actor.id}, ${nameOf(actor)}, ${from}, ${tells},
      ${today}) as outcome`.execute(db)
  return rows[0]?.outcome ?? 'unknown'
}

export function setTells(deps: CascadeDeps) {
  return (authority: Authority, { params: { hospital, id }, body }: Input<'tell'>): Promise<Redeemed> =>
    withScope(deps.connection, authority, async (scope) => {
      const { numUpdatedRows } = await scope.db
        .updateTable('cascade_code_use')
        .set({
          tells: body.tells,
          // Its clinic reads that it learns nothing more, if it knew of the code.
          ended_on: sql<string | null>`case when ${body.tells} <> 'nothing' then null
            when tells <> 'nothing' then ${todayAtLaboratory(deps.now())}::date else ended_on end`,
        })
        .where('code_id', '=', id)
        .where('institution_code', '=', hospital)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) fail('not-found')
      await audit(scope, 'family-code.tells', { kind: 'institution', id: hospital, institution: hospital })
      return present((await redeemedCode(scope, hospital, id, deps.now())) ?? fail('not-found'))
    })
}
