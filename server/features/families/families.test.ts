import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Family } from '#contract/families.ts'
import { addParents, addSiblings, withMember } from '#domain/family/additions.ts'
import { changeBetween, inverseOf } from '#domain/family/change.ts'
import { blankUnion, type FamilyDocument } from '#domain/family/document.ts'
import { numberedKeys } from '#domain/family/testing/families.ts'
import { FAMILY_REQUEST } from '../../testing/examples/families.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { FOREIGN, PARENT } from '../../testing/world.ts'
import { piecesOf } from '../documents/testing/pdf-text.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const CREATOR = 'OrderCreator@P1'
const FOREIGNER = `OrderSubmitter@${FOREIGN}`
const create = (more: Partial<typeof FAMILY_REQUEST> = {}, familyKey = randomUUID()) =>
  portal.as(CREATOR).families.create({
    params: { hospital: PARENT },
    body: { ...FAMILY_REQUEST, ...more, familyKey },
  })
const get = ({ id }: Pick<Family, 'id'>, by = 'OrderViewer@P1', hospital = PARENT) =>
  portal.as(by).families.get({ params: { hospital, id } })
/** Sends what leads from the family, as this user saw it, to another document. */
const save = ({ id, document }: Family, after: FamilyDocument, by = CREATOR) =>
  portal.as(by).families.change({ params: { hospital: PARENT, id }, body: changeBetween(document, after) })
const list = (keyword: string, by = 'OrderViewer@P1', hospital = PARENT) =>
  portal.as(by).families.list({ params: { hospital }, query: { keyword } })
const named = (firstName: string, lastName: string) => ({
  document: withMember(FAMILY_REQUEST.document, 'p1', { firstName, lastName }),
  name: `${lastName} family`,
})

describe('a printed drawing', () => {
  const print = async ({ id }: Pick<Family, 'id'>, names?: 'with', by = 'OrderViewer@P1') =>
    portal.as(by).families.drawing({ params: { hospital: PARENT, id }, query: names ? { names } : {} })
  const textOf = (pdf: Uint8Array) => piecesOf(pdf).map(({ text }) => text)

  test('has the numbers of the screen, and names only if they were asked for', async () => {
    const started = await create(named('Quenby', 'Oyelaran'))
    const without = textOf(await print(started))
    expect(without).toContain(`Family ${started.id}`)
    expect(without).toContain('I-1')
    expect(without.join(' ')).not.toMatch(/Quenby|Oyelaran/)
    const withNames = textOf(await print(started, 'with'))
    expect(withNames).toContain('Family Oyelaran family')
    expect(withNames.join(' ')).toMatch(/Quenby/)
    expect(await problemOfCall(print(started, 'with', FOREIGNER))).toMatchObject({ status: 404 })
  })
})

describe('a printed drawing without names', () => {
  test('has ages instead of days of birth and death, and the key’s entries beside each other', async () => {
    const died = { life: 'dead' as const, born: '1941-03-02', diedOn: '2011-04-05' }
    const document = {
      ...withMember(FAMILY_REQUEST.document, 'p1', died),
      legend: [
        'Hereditary diffuse gastric cancer, before the age of forty years',
        'Lobular breast cancer, both sides',
      ].map((name, index) => ({
        key: `c${index}`,
        name,
        code: '',
        fill: 'solid' as const,
        part: index as 0 | 1,
      })),
    }
    const conditions = ['c0', 'c1'].map((entry) => ({
      ...{ entry, status: 'affected' as const, onset: '', certainty: 'documented' as const, notes: '' },
    }))
    const { id } = await create({ document: withMember(document, 'p1', { conditions }) })
    const pieces = piecesOf(
      await portal.as('OrderViewer@P1').families.drawing({ params: { hospital: PARENT, id }, query: {} }),
    )
    // Without the day of printing.
    const words = pieces.flatMap(({ text }) => (text.startsWith('Printed ') ? [] : [text])).join(' ')
    expect(words).not.toMatch(/1941|2011|04-05/)
    expect(words).toContain('d. 70 y')
    const key = pieces.filter(({ text }) => /gastric|Lobular|documented/.test(text))
    expect(key).toHaveLength(3)
    key.forEach(({ x, y, text }, index) => {
      const next = key[index + 1]
      // No letter is narrower in the mean.
      if (next && next.y === y) expect(next.x - x).toBeGreaterThan(text.length * 3.2)
    })
  })
})

describe('a family', () => {
  test('is started once, read, changed and found by any member’s name; all of it audited', async () => {
    const key = randomUUID()
    const started = await create(named('Ngozi', 'Ångervall'), key)
    expect(started).toMatchObject({
      ...{ hospitalCode: PARENT, name: 'Ångervall family', probands: 'Ngozi Ångervall' },
      ...{ peopleCount: 1, version: 1, changedBy: 'Test OrderCreator@P1' },
    })
    expect(await create(named('Ngozi', 'Ångervall'), key)).toEqual(started)
    const newKey = numberedKeys('m')
    const { document } = addSiblings(started.document, 'p1', [{ gender: 'man', firstName: 'Zoltan' }], newKey)
    const { family, conflicts } = await save(started, document)
    expect(conflicts).toEqual([])
    expect(family).toMatchObject({ version: 2, peopleCount: 4 })
    expect(await get(started)).toEqual(family)
    for (const words of ['angervall', 'zoltan', 'Ngozi fam'])
      expect((await list(words)).families.map((one) => one.id)).toEqual([started.id])
    expect(await list('nobody of them')).toEqual({ total: 0, families: [] })
    const lines = await portal.worker.db
      .selectFrom('audit_event')
      .select(['action', 'people'])
      .where('entity', '=', 'family')
      .where('entity_id', '=', String(started.id))
      .orderBy('id')
      .execute()
    expect(lines.map((line) => line.action)).toEqual([
      ...['family.create', 'family.view'],
      ...['family.change', 'family.view'],
    ])
    for (const line of lines) expect(line.people).toEqual(['angervall ngozi 1990-05-17'])
  })

  test('merges what two writers changed, names what both changed, and undoes one’s own change', async () => {
    const started = await create()
    const first = await save(
      started,
      withMember(started.document, 'p1', { firstName: 'Adanna', life: 'alive' }),
    )
    const second = await save(
      started,
      withMember(started.document, 'p1', { firstName: 'Adaeze', karyotype: '46,XX' }),
    )
    expect(second.conflicts).toEqual([{ list: 'people', key: 'p1', field: 'firstName' }])
    expect(second.family.document.people[0]).toMatchObject({
      ...{ firstName: 'Adanna', life: 'alive', karyotype: '46,XX' },
    })
    expect(second.family.version).toBe(3)
    const undone = await portal.as(CREATOR).families.change({
      params: { hospital: PARENT, id: started.id },
      body: inverseOf(changeBetween(started.document, first.family.document)),
    })
    expect(undone.conflicts).toEqual([])
    expect(undone.family.document.people[0]).toMatchObject({ firstName: 'Ada', life: '', karyotype: '46,XX' })
  })

  test('a change that holds already makes no version', async () => {
    const started = await create()
    const after = withMember(started.document, 'p1', { firstName: 'Adanna' })
    const { family } = await save(started, after)
    expect((await save(started, after)).family).toEqual(family)
  })

  test('is renamed', async () => {
    const started = await create()
    const renamed = await portal.as(CREATOR).families.rename({
      ...{ params: { hospital: PARENT, id: started.id }, body: { name: ' Quillon family ' } },
    })
    expect(renamed).toMatchObject({ name: 'Quillon family', version: 1 })
    expect((await list('quillon')).total).toBe(1)
  })

  test('does not exist for another institution', async () => {
    const started = await create(named('Secret', 'Sevrin'))
    expect(await problemOfCall(get(started, FOREIGNER))).toMatchObject({ status: 404 })
    expect(await problemOfCall(get(started, FOREIGNER, FOREIGN))).toMatchObject({ status: 404 })
    expect(await list('sevrin', FOREIGNER, FOREIGN)).toEqual({ total: 0, families: [] })
    expect(await problemOfCall(save(started, started.document, 'OrderViewer@P1'))).toMatchObject({
      status: 403,
    })
  })
})

describe('what cannot be', () => {
  test('refuses a family in which somebody is their own ancestor, naming the rule', async () => {
    const { document } = addParents(FAMILY_REQUEST.document, 'p1', numberedKeys('m'))
    const [union] = document.unions
    const circle = {
      ...document,
      unions: document.unions.map((one) => ({ ...one, partners: ['p1'] })),
    }
    expect(union).toBeDefined()
    expect(await problemOfCall(create({ document: circle }))).toMatchObject({
      ...{ status: 422, code: 'invalid-fields' },
      errors: [{ path: '/people/p1', rule: 'own-ancestor' }],
    })
  })

  test('refuses two people under one key: the first change would lose one', async () => {
    const [person] = FAMILY_REQUEST.document.people
    const people = person ? [person, { ...person, firstName: 'Ida' }] : []
    const document = { ...FAMILY_REQUEST.document, people }
    expect(await problemOfCall(create({ document }))).toMatchObject({
      errors: [{ path: '/people/p1', rule: 'key-twice' }],
    })
  })

  test('refuses a couple of one person', async () => {
    const union = { ...blankUnion('u9', ['p1', 'p1']) }
    const document = { ...FAMILY_REQUEST.document, unions: [...FAMILY_REQUEST.document.unions, union] }
    const place = document.unions.length - 1
    expect(await problemOfCall(create({ document }))).toMatchObject({
      ...{ status: 422, code: 'invalid-fields' },
      errors: [{ path: `/document/unions/${place}/partners`, message: 'Two partners are two people.' }],
    })
  })

  test('refuses a change that leads to one, and stores nothing', async () => {
    const started = await create()
    const refused = save(started, withMember(started.document, 'p1', { eggFrom: 'nobody' }))
    expect(await problemOfCall(refused)).toMatchObject({
      errors: [{ path: '/people/p1', rule: 'unknown-reference' }],
    })
    expect(await get(started)).toEqual(started)
  })

  test('refuses an added row without all of its fields', async () => {
    const started = await create()
    const refused = portal.as(CREATOR).families.change({
      params: { hospital: PARENT, id: started.id },
      body: {
        rows: [{ list: 'people', key: 'p2', before: null, after: { key: 'p2', firstName: 'Half' } }],
        fields: [],
      },
    })
    const { errors } = await problemOfCall(refused)
    expect(errors?.map((error) => error.path)).toContain('/people/1/gender')
    expect(await get(started)).toEqual(started)
  })

  test('refuses a row under another key, and unknown fields', async () => {
    const started = await create()
    const send = (after: object) =>
      portal.request(`/api/Families/${PARENT}/${started.id}/changes`, {
        ...{ as: CREATOR, method: 'POST' },
        body: { rows: [{ list: 'people', key: 'p1', before: { firstName: 'Ada' }, after }], fields: [] },
      })
    for (const after of [{ key: 'p2' }, { __proto__x: 1 }, { toString: 'a' }, { firstName: 7 }])
      expect((await send(after)).status).toBe(422)
    expect(await get(started)).toEqual(started)
  })
})
