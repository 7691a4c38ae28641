import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { RESULT_READER } from './filing.ts'
import { filedResults, resultFilling } from './public.ts'
import { geneticObx } from './testing/genetic-obx.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

let control = 0
type MessageOptions = Parameters<typeof laboratoryMessage>[1]
async function sendUpdate(order: number, options: MessageOptions, ...obx: string[]) {
  control += 1
  const at = `202603${10 + control}100000`
  const raw = laboratoryMessage(`F${control}`, { order, number: `L-${order}`, at, ...options })
  expect(await portal.receive(raw + obx.join(''))).toContain('MSA|AA')
}

const BRCA2 = { gene: 'BRCA2', cdna: 'NM_000059.4:c.5946del', variantClass: 'Pathogenic' } as const
const POSITIVE = geneticObx('Positive', [BRCA2])
const results = (id: number) => filedResults(portal.worker.db, [id])
const summaries = async (id: number) =>
  (await results(id)).map(({ outcome, highestClass, variants }) => ({
    ...{ outcome, highestClass },
    variants: variants.map(({ gene, description }) => `${gene} ${description}`),
  }))
const termsOf = async (id: number) =>
  portal.worker.db
    .selectFrom('result_term')
    .innerJoin('reported_result', 'reported_result.report_id', 'result_term.report_id')
    .select('term')
    .where('order_id', '=', id)
    .execute()

describe('the result of a report', () => {
  test('is filed with the report: its overall result, its variants and their terms', async () => {
    const { id } = await portal.submitted()
    await sendUpdate(id, { status: 'F', pdf: REPORT }, ...POSITIVE)
    expect(await results(id)).toMatchObject([
      {
        ...{ orderId: id, institution: 'P1', person: 'proband', testCode: 'WES1', isPreliminary: false },
        ...{ outcome: 'positive', overall: 'Positive', highestClass: 'Pathogenic' },
        variants: [
          {
            ...{ position: 1, gene: 'BRCA2', hgncId: 'HGNC:1101', description: 'NM_000059.4:c.5946del' },
            ...{ classes: ['Pathogenic'], zygosity: 'Heterozygous', section: 'main' },
          },
        ],
      },
    ])
    const terms = (await termsOf(id)).map(({ term }) => term)
    expect(terms).toEqual(
      expect.arrayContaining([
        'outcome positive',
        'gene brca2',
        'gene hgnc:1101',
        'c.5946del',
        'class pathogenic',
      ]),
    )
  })

  test('of 1,400 variants is filed whole', async () => {
    const { id } = await portal.submitted()
    const many = Array.from({ length: 1400 }, (_, at) => ({ ...BRCA2, cdna: `NM_000059.4:c.${at + 1}C>T` }))
    await sendUpdate(id, { status: 'F', pdf: REPORT }, ...geneticObx('Positive', many))
    expect((await results(id)).map(({ variants }) => variants.length)).toEqual([1400])
    // More values than one statement of PostgreSQL takes: a row of eight for each term.
    expect((await termsOf(id)).length).toBeGreaterThan(65_535 / 8)
  })

  test('in long words of the laboratory’s own is filed, and what is too long for the index is not searched', async () => {
    const { id } = await portal.submitted()
    // Nothing that compresses.
    const words = Array.from({ length: 300 }, (_, at) => createHash('md5').update(`${at}`).digest('hex'))
    const long = {
      gene: words.join('') as 'BRCA2',
      cdna: `c.1_2ins${words.join('')}`,
      variantClass: words.join(' '),
    }
    await sendUpdate(id, { status: 'F', pdf: REPORT }, ...geneticObx('Positive', [BRCA2, long]))
    const [result] = await results(id)
    expect(result?.variants.map(({ classes }) => classes)).toEqual([['Pathogenic'], [long.variantClass]])
    expect(Math.max(...(await termsOf(id)).map(({ term }) => term.length))).toBeLessThanOrEqual(200)
  })

  test('of a report without data is its document', async () => {
    const { id } = await portal.submitted()
    await sendUpdate(id, { status: 'F', pdf: REPORT })
    expect(await summaries(id)).toEqual([{ outcome: 'document', highestClass: '', variants: [] }])
  })

  test('is replaced by the next version, and gone with its withdrawal', async () => {
    const { id } = await portal.submitted()
    await sendUpdate(id, { status: 'P', pdf: REPORT }, ...geneticObx('Inconclusive', []))
    expect((await results(id)).map(({ isPreliminary }) => isPreliminary)).toEqual([true])
    await sendUpdate(id, { status: 'F', pdf: REPORT }, ...POSITIVE)
    await sendUpdate(
      id,
      { status: 'C', pdf: REPORT },
      ...geneticObx('Negative', [{ ...BRCA2, variantClass: 'Likely benign' }]),
    )
    expect(await summaries(id)).toEqual([
      { outcome: 'negative', highestClass: 'Likely benign', variants: ['BRCA2 NM_000059.4:c.5946del'] },
    ])
    expect((await termsOf(id)).map(({ term }) => term)).not.toContain('class pathogenic')
    await sendUpdate(id, { status: 'X' })
    expect(await results(id)).toEqual([])
    expect(await termsOf(id)).toEqual([])
  })

  test('that waits at the result desk is not filed until it is taken there', async () => {
    const { id } = await portal.submitted()
    await sendUpdate(id, { status: 'F', pdf: REPORT, name: 'Nguyen^Somebody' }, ...POSITIVE)
    expect(await results(id)).toEqual([])
    const desk = portal.as('Support').resultDesk
    const [waiting] = (await desk.list({ query: { search: String(id) } })).data
    await desk.take({ params: { id: waiting?.id ?? 0 }, body: { reason: 'By phone', person: 'proband' } })
    expect(await summaries(id)).toMatchObject([{ outcome: 'positive' }])
  })

  test('that another version of the portal filed is removed when it changes, and filled again', async () => {
    const { id } = await portal.submitted()
    await sendUpdate(id, { status: 'F', pdf: REPORT }, ...POSITIVE)
    const withdraw = (state: 'withdrawn' | 'current') =>
      administer(portal.database.url, (db) =>
        db.updateTable('report').set({ state }).where('order_id', '=', id).execute(),
      )
    await withdraw('withdrawn')
    expect(await results(id)).toEqual([])
    await withdraw('current')
    await resultFilling(portal.worker).run()
    expect(await summaries(id)).toMatchObject([{ outcome: 'positive' }])
    await resultFilling(portal.worker).run()
    expect(await results(id)).toHaveLength(1)
  })

  test('that an earlier reader made is made again, without being gone meanwhile, and one without data is left alone', async () => {
    const { id } = await portal.submitted()
    await sendUpdate(id, { status: 'F', pdf: REPORT }, ...POSITIVE)
    const { id: plain } = await portal.submitted()
    await sendUpdate(plain, { status: 'F', pdf: REPORT })
    await administer(portal.database.url, async (db) => {
      await db
        .updateTable('reported_result')
        .set({ reader: 0 })
        .where('order_id', 'in', [id, plain])
        .execute()
      // As a reader that knew neither the class nor the spelling would have filed it.
      await db.updateTable('reported_result').set({ highest_class: '' }).where('order_id', '=', id).execute()
      await db.deleteFrom('result_term').where('term', '=', 'c.5946del').execute()
    })
    expect(await summaries(id)).toMatchObject([{ outcome: 'positive', highestClass: '' }])
    await resultFilling(portal.worker).run()
    expect(await summaries(id)).toMatchObject([{ outcome: 'positive', highestClass: 'Pathogenic' }])
    expect((await termsOf(id)).map(({ term }) => term)).toContain('c.5946del')
    const readers = await portal.worker.db
      .selectFrom('reported_result')
      .select(['order_id', 'reader'])
      .where('order_id', 'in', [id, plain])
      .orderBy('order_id')
      .execute()
    expect(readers).toEqual([
      { order_id: id, reader: RESULT_READER },
      { order_id: plain, reader: 0 },
    ])
  })
})
