import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invalidities } from '#adapters/laboratory/fhir/definitions.ts'
import type { FamilyDocument } from '#domain/family/document.ts'
import type { FormatName } from '#domain/family/formats/format.ts'
import { HABSBURGS } from '#domain/family/testing/habsburgs.ts'
import type { Authority } from '#server/database/scope.ts'
import { openRoom } from '#server/heavy/heavy.ts'
import type { RunHeavy } from '#server/heavy/heavy-work.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../../testing/portal.ts'
import { FOREIGN, PARENT } from '../../../testing/world.ts'
import { readFamilyFile } from './family-files.ts'

let portal: TestPortal
let id: number
const CREATOR = 'OrderCreator@P1'
const VIEWER = 'OrderViewer@P1'
/** With keys that a family may have: letters, digits and hyphens. */
const ROYALS: FamilyDocument = JSON.parse(JSON.stringify(HABSBURGS), (_, value) =>
  typeof value === 'string' ? value.replaceAll(/[ +]/g, '-') : value,
)
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')

beforeAll(async () => {
  portal = await startPortal()
  const people = ROYALS.people.map((member) => ({
    ...member,
    ...(member.isProband ? { firstName: 'Charles', lastName: 'Sevrin', born: '1661-11-06' } : {}),
    conditions: member.isProband
      ? [
          {
            entry: 'c1',
            status: 'affected' as const,
            onset: '30',
            certainty: 'documented' as const,
            notes: '',
          },
        ]
      : [],
  }))
  const legend = [
    { key: 'c1', name: 'Rickets', code: 'E55.0', fill: 'solid' as const, part: 'whole' as const },
  ]
  const evaluations = [
    {
      ...{ key: 'e1', member: people.at(-1)?.key ?? '', what: 'GENE1 c.1A>G', result: 'positive' as const },
      ...{ copies: [1], on: '2026-01-02', finding: '' },
    },
  ]
  const family = await portal.as(CREATOR).families.create({
    params: { hospital: PARENT },
    body: {
      name: 'Sevrin',
      familyKey: randomUUID(),
      document: { ...ROYALS, people, legend, evaluations },
    },
  })
  id = family.id
})
afterAll(() => portal?.stop())

const download = (familyFormat: FormatName, names: 'yes' | 'no' = 'no', by = VIEWER, hospital = PARENT) =>
  portal.as(by).familyFiles.download({ params: { hospital, id, familyFormat }, query: { names } })
const read = (file: string) =>
  portal.as(CREATOR).familyFiles.read({ params: { hospital: PARENT }, body: { text: file } })

describe('a family as a file', () => {
  test.each<FormatName>(['karyo', 'ped', 'canrisk', 'phenopacket', 'ga4gh', 'fhir'])(
    '%s is read again as the same family, and started from it',
    async (format) => {
      const file = text(await download(format, 'yes'))
      const again = await read(file)
      expect(again.format).toBe(format)
      const [family] = again.families
      expect(family?.document.people).toHaveLength(ROYALS.people.length)
      expect(family?.remarks.filter(({ rule }) => rule !== 'no-proband')).toEqual([])
      const started = await portal.as(CREATOR).families.create({
        params: { hospital: PARENT },
        body: { name: `From ${format}`, familyKey: randomUUID(), document: family?.document as never },
      })
      expect(started.peopleCount).toBe(ROYALS.people.length)
    },
  )

  test.each<FormatName>(['ga4gh', 'fhir'])(
    '%s conforms to the definitions of FHIR R4, with names and without',
    async (format) => {
      for (const names of ['yes', 'no'] as const)
        expect(invalidities(JSON.parse(text(await download(format, names))))).toEqual([])
    },
  )

  test('names people by their places in the drawing, and its download is audited', async () => {
    const lines = text(await download('ped')).split('\n')
    expect(lines[0]).toBe('#Family\tPerson\tFather\tMother\tSex\tRickets')
    const charles = lines.filter((line) => line.endsWith('\t2'))
    expect(charles).toEqual([expect.stringMatching(/^family-\d+\t[IVX]+-1\t[IVX]+-\d+\t[IVX]+-\d+\t1\t2$/)])
    expect(lines.join()).not.toMatch(/Charles|Sevrin|1661/)
    const events = await portal.worker.db
      .selectFrom('audit_event')
      .select(['detail', 'people'])
      .where('action', '=', 'family.export')
      .where('entity_id', '=', String(id))
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(events).toMatchObject([
      { detail: { format: 'ped', names: 'no' }, people: ['sevrin charles 1661-11-06'] },
    ])
  })

  test('says what it would lose before it does', async () => {
    const losses = (familyFormat: FormatName, names: 'yes' | 'no') =>
      portal
        .as(VIEWER)
        .familyFiles.losses({ params: { hospital: PARENT, id, familyFormat }, query: { names } })
    expect(await losses('karyo', 'yes')).toEqual({ unnamed: [], lost: [] })
    const { unnamed, lost } = await losses('canrisk', 'no')
    expect(unnamed.map(({ detail }) => detail)).toContain('names')
    expect(lost.map(({ detail }) => detail)).toContain('conditions')
  })

  test('does not exist for another institution', async () => {
    const foreigner = `OrderSubmitter@${FOREIGN}`
    expect(await problemOfCall(download('fhir', 'no', foreigner))).toMatchObject({ status: 404 })
    expect(await problemOfCall(download('fhir', 'no', foreigner, FOREIGN))).toMatchObject({ status: 404 })
  })
})

describe('a file that is no family', () => {
  test.each([
    ['hello', 'This is no file of a family.'],
    ['{"resourceType":"Bundle"}', 'The file has no Patient'],
    [
      'f\tchild\t0\t0\t2\t2\n'.repeat(2) +
        Array.from({ length: 301 }, (_, n) => `f\tp${n}\t0\t0\t1\t1`).join('\n'),
      'At most 300',
    ],
  ])('is refused with the reason', async (file, reason) => {
    expect(await problemOfCall(read(file))).toMatchObject({
      ...{ status: 422, code: 'invalid-fields' },
      errors: [{ path: '/text', message: expect.stringContaining(reason) }],
    })
  })

  test('names each field of Karyo’s own format that breaks a rule', async () => {
    const family = { ...ROYALS, people: [{ ...ROYALS.people[0], life: 'undead' }] }
    const file = JSON.stringify({ format: 'karyo-family', version: 1, id: 'x', family })
    expect(await problemOfCall(read(file))).toMatchObject({
      errors: [{ path: '/text/families/0/people/0/life' }],
    })
  })

  test('is read in a thread of its own, so that others are served meanwhile', async () => {
    const room = openRoom({ threads: 1, most: 1, mostOfOne: 1, waitsMs: 10_000, withinMs: 30_000 })
    const used: string[] = []
    const heavy: RunHeavy = (work) => {
      used.push(work.name)
      return room.run(work)
    }
    const asked = { params: { hospital: PARENT }, body: { text: 'f\ta\t0\t0\t1\t2' } }
    const authority = { actor: { subject: 'a' } } as Authority
    const { format } = await readFamilyFile({ heavy }, authority, asked as never).finally(room.close)
    expect([format, ...used]).toEqual(['ped', 'readFamilies'])
  })

  test('shows what cannot be before anybody tries to start it', async () => {
    const { families } = await read('f\ta\tb\t0\t1\t2\nf\tb\ta\t0\t1\t1\n')
    expect(families[0]?.findings).toContainEqual({ severity: 'error', rule: 'own-ancestor', people: ['m1'] })
  })
})
