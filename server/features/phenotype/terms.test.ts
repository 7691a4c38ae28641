import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { startPortal, type TestPortal } from '../../testing/portal.ts'
import { importHpo } from './import.ts'
import { readHpoRelease } from './release-file.ts'
import { SHIPPED_RELEASE } from './shipped-release.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await administer(portal.database.url, (db) => importHpo(db, readHpoRelease(SHIPPED_RELEASE)))
})
afterAll(() => portal?.stop())

const search = (keywords: string, top = 20) =>
  portal.as('OrderViewer@P1').phenotype.terms({ query: { keywords, top } })
const labels = async (keywords: string) => (await search(keywords)).terms.map(({ label }) => label)
/** The first request for a release indexes it, and may take longer than a request may; the next one finds that done. */
beforeEach(() =>
  expect
    .poll(() =>
      labels('seizure').then(
        () => 'indexed',
        (error: Error) => error.message,
      ),
    )
    .toBe('indexed'),
)
const first = async (keywords: string) => (await labels(keywords))[0]

test('[HPO-02] suggests the terms that notes name, with their places; without an imported release none', async () => {
  const suggest = (text: string) =>
    portal.as('OrderViewer@P1').phenotype.suggestions({ body: { text, prenatal: false } })
  expect(await suggest('No fits. Mother has VSD; uncle: ataxia.')).toEqual({
    release: '2026-01-08',
    findings: [
      {
        ...{ termId: 'HP:0001250', label: 'Seizure', status: 'absent', whose: 'patient' },
        places: [{ from: 3, to: 7 }],
      },
      {
        ...{ termId: 'HP:0001629', label: 'Ventricular septal defect', status: 'present', whose: 'Mother' },
        places: [{ from: 20, to: 23 }],
      },
    ],
  })
  expect(await suggest(' ')).toEqual({ release: '', findings: [] })
  await expect(suggest('a'.repeat(4001))).rejects.toMatchObject({ problem: { code: 'invalid-fields' } })
})

test('[HPO-01] previews a phenopacket by current terms, and names what is wrong in a file', async () => {
  const preview = (content: object) =>
    portal.as('OrderViewer@P1').phenotype.phenopackets({ body: { text: JSON.stringify(content) } })
  const features = ['HP:0001250', 'HP:0000057', 'HP:9999999', 'HP:0000006'].map((id) => ({ type: { id } }))
  const file = { phenotypicFeatures: features, metaData: { phenopacketSchemaVersion: '2.0' } }
  expect(await preview(file)).toEqual({
    release: '2026-01-08',
    people: [
      {
        ...{ role: 'proband', id: '' },
        features: [
          { termId: 'HP:0001250', label: 'Seizure', status: 'present' },
          { termId: 'HP:0008665', label: 'Clitoral hypertrophy', status: 'present' },
        ],
      },
    ],
    leftOut: [
      expect.objectContaining({ reason: expect.stringContaining('taken as HP:0008665') }),
      expect.objectContaining({ reason: expect.stringContaining('HP:9999999 is not in release') }),
      expect.objectContaining({ reason: expect.stringContaining('HP:0000006 is not a finding') }),
    ],
  })
  await expect(preview({ phenotypicFeatures: {} })).rejects.toMatchObject({
    problem: {
      code: 'invalid-fields',
      errors: [
        { path: '/text/metaData/phenopacketSchemaVersion', rule: 'version' },
        { path: '/text/phenotypicFeatures', rule: 'list' },
      ],
    },
  })
})

describe('search for phenotype terms', () => {
  test.each([
    ['its label', 'seizure', 'Seizure'],
    ['its label, in the plural', 'Seizures', 'Seizure'],
    ['the first letters of its label', 'seiz', 'Seizure'],
    ['its words in another order', 'palate cleft', 'Cleft palate'],
    ['its words with others between them', 'cleft of the palate', 'Cleft palate'],
    ['a layperson’s synonym', 'small head', 'Microcephaly'],
    ['another one', 'low muscle tone', 'Hypotonia'],
    ['a word of clinics that the HPO does not list', 'fits', 'Seizure'],
    ['an abbreviation', 'VSD', 'Ventricular septal defect'],
    ['an abbreviation of clinics', 'gdd', 'Global developmental delay'],
    ['British spelling that the HPO lists', 'oesophageal atresia', 'Esophageal atresia'],
    ['British spelling that it does not list', 'haemangioma', 'Hemangioma'],
    ['accents', 'Café-au-lait spot', 'Cafe-au-lait spot'],
    ['a typing error', 'intellectual disabilty', 'Intellectual disability'],
    ['swapped letters', 'seziure', 'Seizure'],
    ['its identifier', 'HP:0001250', 'Seizure'],
    ['its identifier as people type it', 'hp 1250', 'Seizure'],
    ['the identifier of a term merged into it', 'HP:0001275', 'Seizure'],
  ])('finds a term first by %s', async (_, keywords, label) => {
    expect(await first(keywords)).toBe(label)
  })

  test('finds the replacement of an obsolete identifier, and names that identifier', async () => {
    expect((await search('HP:0000057')).terms).toMatchObject([
      { id: 'HP:0008665', label: 'Clitoral hypertrophy', replaces: 'HP:0000057' },
    ])
  })

  test('finds nothing for an unknown identifier, for words of no term, and for none', async () => {
    for (const keywords of ['HP:9999999', 'zebrafish xylophone', '', '%', '…'])
      expect((await search(keywords)).terms).toEqual([])
  })

  test('names the synonym that matched, and the release', async () => {
    const { release, terms } = await search('fitful sleep')
    expect(release).toBe('2026-01-08')
    expect(terms[0]).toMatchObject({ label: 'Fragmented sleep', matched: 'Fitful sleep', isFinding: true })
  })

  test('marks terms that nobody can have: inheritance, severity, frequency', async () => {
    for (const keywords of ['Autosomal dominant inheritance', 'Profound', 'Obligate'])
      expect((await search(keywords)).terms[0]).toMatchObject({ isFinding: false })
  })

  test('returns as many as requested', async () => {
    expect((await search('abnormal', 50)).terms).toHaveLength(50)
    expect((await search('abnormal', 3)).terms).toHaveLength(3)
  })

  test('searches the newly imported release, without a restart', async () => {
    const here = await startPortal()
    const find = () => here.as('OrderViewer@P1').phenotype.terms({ query: { keywords: 'unicorn' } })
    try {
      expect(await find()).toEqual({ release: '', terms: [] })
      for (const [version, label] of [
        ['2030-01-01', 'Unicorn horn'],
        ['2030-02-01', 'Unicorn mane'],
      ] as const) {
        const term = {
          id: 'HP:0000118',
          label,
          definition: '',
          parents: [],
          synonyms: [],
          alternativeIds: [],
        }
        await administer(here.database.url, (db) => importHpo(db, { version, terms: [term], obsolete: [] }))
        expect(await find()).toMatchObject({ release: version, terms: [{ label }] })
      }
    } finally {
      await here.stop()
    }
  })
})
