import { randomUUID } from 'node:crypto'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { FamilyDocument } from '#domain/family/document.ts'
import { familyColumns } from '#server/features/families/store.ts'
import type { Seed } from '../add-users.ts'
import { BRCA2, FAMILY_STORIES } from './stories.ts'

const DAY = 86_400_000
const INSTITUTION = '1001'
const REPORTED_DAYS_AGO = 40

interface Author {
  id: number
  name: string
}

/** The six families of the demo's first institution, the newest told last; the BRCA2 one with its finding and steps. */
export async function addFamilies(db: Seed, author: Author, now: Date): Promise<void> {
  for (const [index, { name, document }] of FAMILY_STORIES.entries()) {
    const at = new Date(now.getTime() - (FAMILY_STORIES.length - index) * 3 * DAY)
    const { id } = await db
      .insertInto('family')
      .values({
        ...{
          institution_code: INSTITUTION,
          family_key: randomUUID(),
          name,
          ...familyColumns(name, document),
        },
        ...{ created_at: at, changed_at: at, changed_by: author.id, changed_by_name: author.name },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (document.evaluations.some(({ what }) => what === BRCA2))
      await addCascade(db, { id, document }, author, now)
  }
}

/** Days ago on which each relative was told, tested, or declined. */
const STEPS: readonly [
  member: string,
  kind: 'told' | 'sample' | 'positive' | 'negative' | 'declined',
  days: number,
][] = [
  ['father', 'told', 38],
  ['mother', 'told', 38],
  ['sister', 'told', 36],
  ['brother', 'told', 36],
  ['father', 'positive', 33],
  ['mother', 'negative', 33],
  ['uncle', 'declined', 30],
  ['cousin', 'told', 29],
  ['sister', 'negative', 22],
  ['brother', 'sample', 6],
]

async function addCascade(
  db: Seed,
  { id, document }: { id: number; document: FamilyDocument },
  author: Author,
  now: Date,
): Promise<void> {
  const day = (days: number) => todayAtLaboratory(new Date(now.getTime() - days * DAY))
  const proband = document.people.find(({ isProband }) => isProband)?.key ?? ''
  const place = { family_id: id, institution_code: INSTITUTION }
  const variant = {
    ...{ kind: 'sequence', gene: 'BRCA2', hgncId: 'HGNC:1101', transcript: 'NM_000059.4', cdna: 'c.5946del' },
    ...{ protein: 'p.(Ser1982ArgfsTer22)', genomic: '', asWritten: '' },
  }
  const { id: finding } = await db
    .insertInto('family_finding')
    .values({
      ...{ ...place, finding_key: randomUUID(), member: proband, order_id: null, report_id: null },
      ...{ test_code: '', variants: JSON.stringify([variant]), copies: [1] },
      ...{
        inheritance: 'autosomal dominant',
        is_adult_onset: true,
        condition: 'Hereditary breast and ovarian cancer',
      },
      ...{ variant_class: 'Pathogenic', laboratory: '', laboratory_number: '', family_number: '' },
      ...{ reported_on: day(REPORTED_DAYS_AGO), added_by: author.id, added_by_name: author.name },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('family_step')
    .values(
      STEPS.map(([member, kind, days]) => ({
        ...{ ...place, finding_id: finding, member, kind, on_day: day(days), way: '' },
        ...{ copies: kind === 'positive' ? [1] : kind === 'negative' ? [0] : [] },
        ...{ code_id: null, by_id: author.id, by_name: author.name },
      })),
    )
    .execute()
}
