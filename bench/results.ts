import pg from 'pg'
import { settingsOf } from './harness.ts'
import { DEFAULT_DIR, openCluster, SMALL, VAST } from './scale/cluster.ts'
import { compareSizes, type Question } from './scale/flat.ts'
import { makeOrders } from './scale/make.ts'
import { type ServedPortal, serve } from './scale/served.ts'

/**
 * Search of results by gene, variant and class, and the list of orders narrowed by its result, at several sizes beside the bare
 * SQL of the same rows. Missing databases are created first, which takes minutes per million.
 */
const settings = settingsOf(
  { sizes: '10000,1000000', dir: DEFAULT_DIR, rounds: 7, times: 5 },
  { sizes: '10000', rounds: 2, times: 2 },
)
const { dir, ...recorded } = settings
const { rounds, times } = recorded
const sizes = settings.sizes.split(',').map(Number)

/** A page of what one term finds, and how many that are, at most ten thousand. */
const FOUND = `select counted.total, page.* from (select count(*) as total from (
    select from result_term where institution_code = $1 and term = $2 limit 10000) found) counted
  left join (
    select t.position, r.*, o.state, o.accession_number, o.patient_first_name, o.patient_last_name, o.patient_date_of_birth,
      v.gene, v.description, v.classes, v.zygosity, v.section
    from (select * from result_term where institution_code = $1 and term = $2
        order by reported_at desc, report_id desc, position limit 25) t
      join reported_result r using (report_id) join orders o on o.id = r.order_id
      left join reported_variant v on v.report_id = t.report_id and v.position = t.position
    order by t.reported_at desc, t.report_id desc, t.position
  ) page on true`

/** The newest orders with a result, and how many those are by the kept counts. */
const LISTED = `select counted.total, page.* from (select coalesce(sum(n), 0) as total from order_tally
    where institution_code = $1 and about = 'result' and value = $2) counted
  left join (
    select o.id, o.institution_code, o.state, accession_number, test_code, test_name, patient_first_name, patient_last_name,
      patient_date_of_birth, provider_name, submitted_at, expected_on, reported_at
    from (select order_id from order_result where institution_code = $1 and result = $2
        order by ordered_at desc, order_id desc limit 25) newest
      join orders o on o.id = newest.order_id
    order by case when submitted_at is null then created_at else submitted_at end desc, id desc
  ) page on true`

interface Term {
  term: string
  n: number
}

/** The most frequent term that begins so, and the rarest. */
async function termsLike(url: string, begins: string): Promise<[most: Term, least: Term]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<Term>(
      `select term, count(*)::int as n from result_term where institution_code = $1 and term like $2
       group by term order by n desc, term`,
      [VAST, `${begins}%`],
    )
    const [most, least] = [rows[0], rows.at(-1)]
    if (!most || !least) throw new Error(`no result is found by ${begins}`)
    return [most, least]
  } finally {
    await client.end()
  }
}

async function questionsOf({ orders }: ServedPortal): Promise<Record<string, Question>> {
  const url = cluster.urlOf(orders)
  const genes = await termsLike(url, 'gene hgnc:')
  const changes = await termsLike(url, 'c.')
  const proteins = await termsLike(url, 'p.')
  const found = (query: Record<string, string>, term: string, at = VAST): Question => ({
    path: `/api/results/${at}?${new URLSearchParams(query)}`,
    floor: { text: FOUND, values: [at, term] },
  })
  const gene = ({ term }: Term, at = VAST) => found({ gene: term.slice(5).toUpperCase() }, term, at)
  const listed = (result: string): Question => ({
    path: `/api/Orders/${VAST}?${new URLSearchParams({ result })}`,
    floor: { text: LISTED, values: [VAST, result] },
  })
  return {
    'a constant (the configuration)': '/api/configuration',
    'the most frequent gene': gene(genes[0]),
    'the rarest gene': gene(genes[1]),
    'the most frequent gene in a small institution': gene(genes[0], SMALL),
    'a variant by its DNA': found({ variant: changes[0].term }, changes[0].term),
    'a rare variant by its DNA': found({ variant: changes[1].term }, changes[1].term),
    'a variant by its protein': found({ variant: proteins[0].term }, proteins[0].term),
    'pathogenic variants': found({ classification: 'Pathogenic' }, 'class pathogenic'),
    'variants of uncertain significance': found(
      { classification: 'Uncertain significance' },
      'class uncertain significance',
    ),
    'likely benign variants of positive results': found(
      { classification: 'Likely benign', outcome: 'positive' },
      'class likely benign in positive',
    ),
    'positive results': found({ outcome: 'positive' }, 'outcome positive'),
    'a late page of positive results': `/api/results/${VAST}?outcome=positive&skip=${Math.min(9000, Math.floor(orders / 10))}`,
    'the list of positive results': listed('positive'),
    'the list of negative results': listed('negative'),
    'the list of failed tests': listed('failed'),
    'the list of results with a PDF only': listed('document'),
    'the list of withdrawn results': listed('withdrawn'),
    'the middle of the list of negative results': `/api/Orders/${VAST}?${new URLSearchParams({
      ...{ result: 'negative', skip: String(Math.floor(orders / 20)) },
    })}`,
    'the list of positive results by patient': `/api/Orders/${VAST}?result=positive&orderBy=patient`,
    'the list of positive results of a month': `/api/Orders/${VAST}?result=positive&dateFrom=2026-05-01&dateTo=2026-05-31`,
  }
}

const cluster = await openCluster(dir)
const served: ServedPortal[] = []
try {
  await makeOrders(cluster, sizes)
  for (const orders of sizes) served.push(await serve(cluster, orders))
  const urlOf = (orders: number) => cluster.urlOf(orders)
  await compareSizes(served, questionsOf, { bench: 'results', settings: recorded, rounds, times, urlOf })
} finally {
  await Promise.all(served.map((one) => one.stop()))
  await cluster.stop()
}
