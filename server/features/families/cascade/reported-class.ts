import type { Kysely, Selectable } from 'kysely'
import { type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { classBy } from '#domain/family/cascade/reported.ts'
import type { FamilyDocument } from '#domain/family/document.ts'
import { relations } from '#domain/family/relation.ts'
import { relationInWords } from '#domain/family/relation-words.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { databaseTime } from '#server/database/time.ts'
import { addFollowUpEvent, BY_LABORATORY, openOf } from '#server/features/follow-up/public.ts'
import { currentVersions } from '#server/features/results/public.ts'
import { stepsSeen } from './store.ts'
import { isConcerned, openAmong } from './view.ts'

type Db = Kysely<Tables>
type Finding = Selectable<Tables['family_finding']>

/**
 * Brings a changed report to the findings that were taken from it, in the transaction that files it, after its
 * follow-ups: a new class opens and closes the relatives' steps, and a report that is no longer valid, or does not find the
 * variant any more, closes them all. Of a reclassification that somebody has to see through, each relative whose step was open
 * becomes a step of that follow-up; if the variant is not found any more, who was tested for it too.
 * A class that the clinic recorded itself stays until another report arrives.
 */
export async function followFindings(db: Db, orderId: number): Promise<void> {
  const findings = await db
    .selectFrom('family_finding')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const finding of findings) await follow(db, finding)
}

async function follow(db: Db, finding: Finding): Promise<void> {
  const source = await db
    .selectFrom('report')
    .select(['order_id', 'person', 'test_code'])
    .where('id', '=', finding.report_id ?? 0)
    .executeTakeFirst()
  if (!source) return
  const today = todayAtLaboratory(await databaseTime(db))
  const versions = await currentVersions(db, source)
  const newest = versions.at(-1)?.version
  const found = classBy(finding.variants, versions)
  if (newest === undefined || found === 'gone') {
    if (finding.withdrawn_on !== null) return
    const document = await documentOf(db, finding)
    const concerned = await openNow(db, finding, document, today, isConcerned)
    await change(db, finding, { withdrawn_on: today })
    // Who was told of it, or tested for it, has to learn that it was not found, or that the laboratory cannot tell.
    await listRelatives(db, finding, { ...source, document, members: concerned })
    return
  }
  if (finding.withdrawn_on !== null) {
    if (found === 'unknown') return
    await change(db, finding, { withdrawn_on: null })
  }
  if (newest === finding.report_id) return
  await change(db, finding, { report_id: newest })
  if (found === 'unknown' || found === null || found === finding.variant_class) return
  // What only adds to the known report, and leaves the variant out, gives it no class.
  const known = versions.slice(0, 1 + versions.findIndex(({ version }) => version === finding.report_id))
  if (found === classBy(finding.variants, known)) return
  const document = await documentOf(db, finding)
  const before = await openNow(db, finding, document, today)
  await change(db, finding, { variant_class: found })
  await db
    .insertInto('family_step')
    .values({
      ...{ family_id: finding.family_id, finding_id: finding.id, institution_code: finding.institution_code },
      ...{ member: '', kind: 'class', on_day: today, words: found, way: 'By a report of the laboratory' },
      ...{ by_id: null, by_name: 'Laboratory' },
    })
    .execute()
  const after = await openNow(db, { ...finding, variant_class: found }, document, today)
  await listRelatives(db, finding, { ...source, document, members: [...new Set([...before, ...after])] })
}

async function documentOf(db: Db, { family_id }: Finding): Promise<FamilyDocument> {
  const { document } = await db
    .selectFrom('family')
    .select('document')
    .where('id', '=', family_id)
    .executeTakeFirstOrThrow()
  return document
}

function change(
  db: Db,
  { id }: Finding,
  columns: Partial<Pick<Finding, 'variant_class' | 'report_id' | 'withdrawn_on'>>,
) {
  return db.updateTable('family_finding').set(columns).where('id', '=', id).execute()
}

/** Whose step is open, by what the family's clinic may see: a result without consent must not show here either. */
async function openNow(
  db: Db,
  finding: Finding,
  document: FamilyDocument,
  today: IsoDate,
  fits?: typeof isConcerned,
) {
  return openAmong(document, { ...finding, withdrawn_on: null }, await stepsSeen(db, finding), today, fits)
}

interface Listing {
  person: string
  test_code: string
  document: FamilyDocument
  members: readonly string[]
}

/** Nothing without an open reclassification: a change that needs nobody makes no task. */
async function listRelatives(
  db: Db,
  finding: Finding,
  { person, test_code, document, members }: Listing,
): Promise<void> {
  const about = { kind: 'reclassification', person, testCode: test_code } as const
  const task = await openOf(db, finding.order_id ?? 0, about)
  if (!task) return
  const events = await db
    .selectFrom('follow_up_event')
    .select('detail')
    .where('follow_up_id', '=', task.id)
    .where('kind', '=', 'step')
    .execute()
  const listed = events.flatMap(({ detail }) =>
    'step' in detail && detail.step === 'relative-listed' ? [detail as { member?: string }] : [],
  )
  const related = relations(document)
  const missing = members.filter((member) => !listed.some((one) => one.member === member))
  const names = new Map<string, number>()
  for (const [index, member] of missing.entries()) {
    const gender = document.people.find(({ key }) => key === member)?.gender ?? ''
    const relation = relationInWords(related.of(member, finding.member), gender)
    const count = (names.get(relation) ?? 0) + 1
    names.set(relation, count)
    await addFollowUpEvent(db, task, {
      ...{ kind: 'step', by: BY_LABORATORY },
      detail: {
        ...{ step: 'relative-listed', relative: `r${listed.length + index + 1}`, member },
        relation: count === 1 ? relation : `${relation} (${count})`,
      },
    })
  }
}
