import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { encodeQR } from 'qr'
import { fail } from '#contract/errors.ts'
import { type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { cascadeOf } from '#domain/family/cascade/cascade.ts'
import { CODE_DAYS_AFTER_WINDOW, codeFrom } from '#domain/family/cascade/code.ts'
import { lastDaysFor } from '#domain/family/cascade/window.ts'
import { LETTER_LANGUAGES } from '#domain/family/letter/language-names.ts'
import { letterPage, letterRelative } from '#domain/family/letter/letter.ts'
import { relations } from '#domain/family/relation.ts'
import { addDays } from '#domain/turnaround/laboratory-days.ts'
import { type Authority, type Scope, withScope } from '#server/database/scope.ts'
import { relativesTests } from '#server/features/catalogue/public.ts'
import { noteFamily } from '../audited.ts'
import { findFamily } from '../store.ts'
import type { CascadeDeps, Input, Reply } from './deps.ts'
import { refuseWrong } from './findings.ts'
import { insertCode, insertStep, lockFinding, type StoredFinding, storedCascade } from './store.ts'
import { eventsOf, familyVariant, isInFamily, offersOf } from './view.ts'

/** What is stored of a code. */
export function hashOfCode(code: string): string {
  return createHash('sha256').update(`family code ${code}`).digest('base64url')
}

/** Stands in a preview, and is the code of nobody. */
const NO_CODE = '····-····-····-·'

/** The letter for one relative whose step is open. Only a letter that is not a preview has a code. */
export function writeLetter(deps: CascadeDeps) {
  return (authority: Authority, { params, body }: Input<'letter'>): Promise<Reply<'letter'>> =>
    withScope(deps.connection, authority, async (scope) => {
      const family =
        (await findFamily(scope, params.hospital, params.id, { lock: true })) ?? fail('not-found')
      const finding = (await lockFinding(scope, family, params.findingId)) ?? fail('not-found')
      const { steps } = await storedCascade(scope, family)
      const today = todayAtLaboratory(deps.now())
      const { document } = family
      const cascade = cascadeOf(document, familyVariant(finding, steps), eventsOf(finding, steps), today)
      const relative = cascade.relatives.find(({ member }) => member === body.member)
      refuseWrong(
        family,
        {
          member: body.member,
          more: [
            !(relative?.isOpen && isInFamily(document, finding)) && {
              ...{ path: '/member', rule: 'conflicts' },
              message: 'No step is open for this relative, so there is nothing to write.',
            },
          ],
        },
        deps.now(),
      )
      if (!body.isPreview && (await isQuestioned(scope, finding))) fail('report-questioned')
      const offers = offersOf(finding, await relativesTests(scope.db), cascade, today)
      const { ofAny, ofOrder: freeUntil } = lastDaysFor(
        offers.flatMap(({ window }) => window ?? []),
        relative ?? { degree: null, state: 'not reached' },
      )
      const codeUntil = addDays(ofAny ?? today, CODE_DAYS_AFTER_WINDOW)
      const code = body.isPreview ? null : codeFrom(randomBytes(12))
      const proband = document.people.find(({ key }) => key === finding.member)
      const { name, relation, illness } = body.names
      const html = letterPage({
        ...{ language: body.language, recipient: body.recipient, variants: finding.variants },
        ...{ inheritance: finding.inheritance, variantClass: finding.variant_class },
        ...{ laboratory: finding.laboratory, codeUntil, freeUntil },
        portalLaboratory: deps.laboratoryName,
        clinic: await nameOfInstitution(scope, family.institution_code),
        proband: {
          name: name ? `${proband?.firstName ?? ''} ${proband?.lastName ?? ''}`.trim() : '',
          relation: relation
            ? letterRelative(relations(document).of(finding.member, body.member), proband?.gender ?? '')
            : '',
          illness: illness ? finding.condition : '',
        },
        code: code ?? NO_CODE,
        picture: code === null ? '' : encodeQR(code, 'svg', { ecc: 'medium', border: 2 }),
      })
      if (code !== null) await keep(scope, finding, body, { code, codeUntil, today })
      await noteFamily(scope, body.isPreview ? 'family.cascade' : 'family.letter', family)
      return { html, code, codeUntil }
    })
}

/** Whether the laboratory is checking the report that the finding is from. */
async function isQuestioned({ db }: Scope, { order_id, report_id }: StoredFinding): Promise<boolean> {
  if (order_id === null || report_id === null) return false
  const { rows } = await sql`
    select from questioned_reports(${order_id}) as id where id = ${report_id}`.execute(db)
  return rows.length > 0
}

async function keep(
  scope: Scope,
  finding: Parameters<typeof insertCode>[1],
  { member, language, names }: Input<'letter'>['body'],
  { code, codeUntil, today }: { code: string; codeUntil: IsoDate; today: IsoDate },
): Promise<void> {
  const hash = hashOfCode(code.replaceAll('-', ''))
  await insertCode(scope, finding, { member, hash, expires_on: codeUntil })
  const told = Object.entries(names).flatMap(([what, isNamed]) => (isNamed ? [what] : []))
  const words = `${LETTER_LANGUAGES[language]}; names ${told.length === 0 ? 'nobody' : told.join(', ')}`
  await insertStep(scope, finding, { member, kind: 'code given', on_day: today, way: 'letter', words })
}

async function nameOfInstitution({ db }: Scope, code: string): Promise<string> {
  const row = await db.selectFrom('institution').select('name').where('code', '=', code).executeTakeFirst()
  return row?.name ?? ''
}
