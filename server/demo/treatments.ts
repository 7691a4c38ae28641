import { sql } from 'kysely'
import type { Seed } from './add-users.ts'

/** `tests`: the codes of tests whose results lead to it. */
const RECOMMENDATIONS = [
  {
    // Epilepsies, arrhythmias, drug response, malignant hyperthermia.
    tests: /^(200[1-5]|220|2916|2917|16|17)/,
    title: 'Medications to avoid and to prefer',
    paragraphs: [
      'The reported variant is in a gene for which published experience advises against some medications, because they may make symptoms more frequent.',
      'Alternatives with evidence in this group are listed in the report. The choice remains with the treating physician, who knows the patient’s other medications.',
      'We suggest reviewing the current medication within the next two weeks.',
    ],
  },
  {
    // Hereditary cancer, hearts and vessels, kidneys, and whatever else is watched.
    tests: /^(2[1-57-9]|16|170)/,
    title: 'Surveillance',
    paragraphs: [
      'We recommend a yearly examination, as long as findings remain normal.',
      'First-degree relatives can be tested for this variant only.',
    ],
  },
  {
    // Metabolism, immunity, and newborns in intensive care.
    tests: /^(26|270|17[1-9]|160)/,
    title: 'Early referral',
    paragraphs: [
      'There is a treatment for the reported disorder that is most effective when started early.',
      'We recommend referral to a specialized center without waiting for the next visit.',
    ],
  },
] as const

const EVERY = 3
/** Categories of tests that look for a disease; a carrier is healthy, and a confirmed variant was reported before. */
const TREATABLE = ['ngs', 'wes', 'wgs', 'rapid']

/**
 * Inserts the laboratory's recommendations for some of the reported orders; nobody has opened those of the
 * last days.
 */
export async function addTreatments(db: Seed, now: Date): Promise<void> {
  const reported = await db
    .selectFrom('orders')
    .select(['id', 'institution_code', 'test_code', 'reported_at', 'responsible_id', 'responsible_name'])
    .where('state', '=', 'reported')
    .where(sql<boolean>`id % ${EVERY} = 0`)
    // Only of a positive result.
    .where(
      sql<boolean>`exists (select from report r where r.order_id = orders.id and r.state = 'current'
        and r.parts @? '$[*].findings[*].answers[*].codes[*] ? (@.code == "LA6576-8")')`,
    )
    // A fetus is not treated.
    .where(sql<boolean>`document -> 'pregnancy' is null`)
    .where('test_code', 'in', db.selectFrom('test').select('code').where('category', 'in', TREATABLE))
    .orderBy('id')
    .execute()
  const rows = reported.flatMap((order, index) => {
    const fitting = RECOMMENDATIONS.filter(({ tests }) => tests.test(order.test_code ?? ''))
    const recommendation = fitting[index % fitting.length]
    const at = order.reported_at
    return recommendation && at ? [{ order, recommendation, at }] : []
  })
  if (rows.length === 0) return
  const made = await db
    .insertInto('treatment')
    .values(
      rows.map(({ order, recommendation, at }) => ({
        ...{ order_id: order.id, institution_code: order.institution_code, treatment_key: 'demo' },
        ...{ test_code: order.test_code, title: recommendation.title, made_at: at, received_at: at },
        recommendation: recommendation.paragraphs.join('\n'),
      })),
    )
    .returning(['id', 'order_id'])
    .execute()
  const orderOf = new Map(rows.map(({ order }) => [order.id, order]))
  const opened = made.flatMap(({ id, order_id }) => {
    const order = orderOf.get(order_id)
    const at = order?.reported_at
    if (!order || !at || now.getTime() - at.getTime() < 9 * 24 * 3_600_000) return []
    return [
      {
        ...{ treatment_id: id, physician_id: order.responsible_id, institution_code: order.institution_code },
        ...{ viewed_by_name: order.responsible_name, viewed_at: new Date(at.getTime() + 7_200_000) },
      },
    ]
  })
  if (opened.length > 0) await db.insertInto('treatment_view').values(opened).execute()
}
