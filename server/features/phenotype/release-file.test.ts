import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clinicPhrases } from '#domain/phenotype/clinic-words.ts'
import { readHpoRelease } from './release-file.ts'
import { SHIPPED_RELEASE } from './shipped-release.ts'

const OBO = 'http://purl.obolibrary.org/obo'
const term = (id: string, lbl: string, meta: object = {}) => ({
  ...{ id: `${OBO}/HP_${id}`, lbl, type: 'CLASS', meta },
})
const VERSION = { pred: 'http://www.w3.org/2002/07/owl#versionInfo', val: '2030-02-03' }
const release = {
  graphs: [
    {
      meta: { basicPropertyValues: [VERSION] },
      nodes: [
        term('0000001', 'All'),
        term('0001250', 'Seizure', {
          definition: { val: 'A transient event.' },
          synonyms: [
            {
              pred: 'hasExactSynonym',
              val: 'Seizures',
              synonymType: 'http://purl.obolibrary.org/obo/hp#plural_form',
            },
            { pred: 'hasRelatedSynonym', val: 'Fit' },
            { pred: 'seeAlso', val: 'Something else' },
          ],
          basicPropertyValues: [
            { pred: 'http://www.geneontology.org/formats/oboInOwl#hasAlternativeId', val: 'HP:0001275' },
          ],
        }),
        term('0000057', 'obsolete Clitoromegaly', {
          deprecated: true,
          basicPropertyValues: [{ pred: `${OBO}/IAO_0100001`, val: 'HP:0008665' }],
        }),
        { id: `${OBO}/RO_0000052`, lbl: 'characteristic of', type: 'PROPERTY' },
      ],
      edges: [{ sub: `${OBO}/HP_0001250`, pred: 'is_a', obj: `${OBO}/HP_0000001` }],
    },
  ],
}

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'hpo-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function reading(content: string | Uint8Array) {
  const file = path.join(dir, 'hp.json')
  await writeFile(file, content)
  return readHpoRelease(file)
}

describe('a release file of the HPO', () => {
  test('is read as published, plain or compressed', async () => {
    const expected = {
      version: '2030-02-03',
      terms: [
        {
          ...{ id: 'HP:0000001', label: 'All', definition: '' },
          parents: [],
          synonyms: [],
          alternativeIds: [],
        },
        {
          ...{
            id: 'HP:0001250',
            label: 'Seizure',
            definition: 'A transient event.',
            parents: ['HP:0000001'],
          },
          synonyms: [
            { text: 'Seizures', scope: 'exact', kind: 'plural_form' },
            { text: 'Fit', scope: 'related', kind: '' },
          ],
          alternativeIds: ['HP:0001275'],
        },
      ],
      obsolete: [
        { id: 'HP:0000057', label: 'obsolete Clitoromegaly', replacedBy: 'HP:0008665', consider: [] },
      ],
    }
    expect(await reading(JSON.stringify(release))).toEqual(expected)
    expect(await reading(gzipSync(JSON.stringify(release)))).toEqual(expected)
  })

  test.each([
    ['is not JSON', '{"graphs": [', 'hp.json: the file is not JSON'],
    ['has no graph', '{"graphs": []}', 'hp.json: not an hp.json of the HPO: graphs'],
    ['is another document', '{"resourceType": "Bundle"}', 'hp.json: not an hp.json of the HPO: graphs'],
    [
      'names no version',
      JSON.stringify({ graphs: [{ ...release.graphs[0], meta: {} }] }),
      'hp.json: the release names no version',
    ],
    [
      'has no terms',
      JSON.stringify({ graphs: [{ ...release.graphs[0], nodes: [] }] }),
      'hp.json: the file has no terms',
    ],
    [
      'has a term without a label',
      JSON.stringify({ graphs: [{ ...release.graphs[0], nodes: [term('0000001', '')] }] }),
      'hp.json: the term HP:0000001 has no label',
    ],
  ])('is refused if it %s', async (_, content, message) => {
    await expect(reading(content)).rejects.toThrow(message)
  })

  test('is refused if it is missing', () => {
    expect(() => readHpoRelease(path.join(dir, 'none.json'))).toThrow('none.json: the file is missing')
  })
})

describe('the release that comes with the product', () => {
  const shipped = readHpoRelease(SHIPPED_RELEASE)

  test('has all terms, their parents, and the replacements of obsolete ones', () => {
    expect([shipped.version, shipped.terms.length, shipped.obsolete.length]).toEqual([
      '2026-01-08',
      19_408,
      526,
    ])
    const ids = new Set(shipped.terms.map(({ id }) => id))
    expect(shipped.terms.flatMap(({ parents }) => parents).filter((id) => !ids.has(id))).toEqual([])
    expect(shipped.terms.filter(({ parents }) => parents.length === 0).map(({ id }) => id)).toEqual([
      'HP:0000001',
    ])
    const replaced = shipped.obsolete.filter(({ replacedBy }) => replacedBy !== '')
    expect(replaced).toHaveLength(432)
    // The release itself names a replacement that it does not have.
    const lost = replaced.filter(({ replacedBy }) => !ids.has(replacedBy)).map(({ id }) => id)
    expect(lost).toEqual(['HP:0410382'])
  })

  test('has each term that the clinics’ own words mean', () => {
    const ids = new Set(shipped.terms.map(({ id }) => id))
    expect(clinicPhrases().size).toBeGreaterThan(400)
    expect([...clinicPhrases()].filter(([, id]) => !ids.has(id))).toEqual([])
  })
})
