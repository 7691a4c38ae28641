import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withMember } from '#domain/family/additions.ts'
import { changeBetween } from '#domain/family/change.ts'
import { blankFamily, blankMember } from '#domain/family/document.ts'
import { blankPatient, type OrderDocument, PROBAND } from '#domain/orders/document.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../../testing/portal.ts'
import { FOREIGN, PARENT, readyOrder } from '../../../testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const CREATOR = 'OrderCreator@P1'
const FOREIGNER = `OrderSubmitter@${FOREIGN}`
const at = (id: number, hospital = PARENT) => ({ params: { hospital, id } })
const get = (id: number, by = 'OrderViewer@P1', hospital = PARENT) =>
  portal.as(by).orderFamily.get(at(id, hospital))
const begin = (id: number, familyKey = randomUUID(), by = CREATOR) =>
  portal.as(by).orderFamily.begin({ ...at(id), body: { familyKey, name: 'Begun' } })
const join = (id: number, familyId: number, people: Record<string, string>, by = CREATOR) =>
  portal.as(by).orderFamily.join({
    ...at(id),
    body: {
      familyId,
      people: Object.entries(people).map(([patientKey, member]) => ({ patientKey, member })),
    },
  })
const leave = (id: number, by = CREATOR) => portal.as(by).orderFamily.leave(at(id))
const family = (id: number) => portal.as(CREATOR).families.get(at(id))

/** An order for a patient of this last name and her mother. */
function duo(lastName: string): OrderDocument {
  const document = readyOrder(lastName)
  const mother = { firstName: 'Wren', lastName, dateOfBirth: '1961-02-03', sex: 'Female' as const }
  return {
    ...document,
    patients: [...document.patients, { ...blankPatient('Mother', 'relative-1'), ...mother }],
  }
}
const draft = (document: OrderDocument) => portal.draft(document, { by: CREATOR, at: PARENT })
/** A family of two, Una and her mother Vera. */
const una = async (lastName: string, born = '') => {
  const person = { lastName, born, gender: 'woman' as const }
  const people = [
    { ...blankMember('una'), ...person, firstName: 'Una', isProband: true },
    { ...blankMember('vera'), ...person, firstName: 'Vera' },
  ]
  const body = { familyKey: randomUUID(), name: lastName, document: { ...blankFamily(), people } }
  return portal.as(CREATOR).families.create({ params: { hospital: PARENT }, body })
}

describe('a family begun from an order', () => {
  test('takes long words of it, cut between two characters', async () => {
    const description = `${'x'.repeat(199)}𝔟${'x'.repeat(50)}`
    const document = { ...readyOrder('Halvorsen'), indicationsForTesting: [{ code: 'G40.909', description }] }
    const { id } = await draft(document)
    const begun = await begin(id)
    const { legend } = (await family(begun.family?.id ?? 0)).document
    expect(legend.map(({ name }) => name)).toEqual(['x'.repeat(199)])
  })

  test('has its people, is begun once however often it is asked for, and is audited', async () => {
    const { id } = await draft(duo('Quarrington'))
    expect(await get(id)).toEqual({ family: null, people: [], proposals: [], variants: [] })
    const begun = await Promise.all([begin(id), begin(id), begin(id)])
    expect(new Set(begun.map((one) => one.family?.id)).size).toBe(1)
    const [first] = begun
    expect(first?.people.map(({ patientKey }) => patientKey)).toEqual([PROBAND, 'relative-1'])
    const { document, name } = await family(first?.family?.id ?? 0)
    expect(name).toBe('Begun')
    const mother = first?.people.find(({ patientKey }) => patientKey === 'relative-1')?.member
    expect(document.people.find(({ key }) => key === mother)).toMatchObject({
      ...{ firstName: 'Wren', lastName: 'Quarrington', born: '1961-02-03', sexAtBirth: 'Female' },
    })
    const audited = (entity: 'order' | 'family', entityId: number | undefined) =>
      portal.worker.db
        .selectFrom('audit_event')
        .select('action')
        .where('entity', '=', entity)
        .where('entity_id', '=', String(entityId))
        .where('action', 'like', 'family.%')
        .orderBy('id')
        .execute()
    const actions = [...(await audited('order', id)), ...(await audited('family', first?.family?.id))]
    // Read once, and by the two who found it begun.
    const read = Array(3).fill('family.of-order')
    expect(actions.map(({ action }) => action)).toEqual([...read, 'family.create', 'family.view'])
  })

  test('and asked for again with the same key after the order left it, is the same', async () => {
    const { id } = await draft(duo('Quillfeather'))
    const familyKey = randomUUID()
    const begun = await begin(id, familyKey)
    expect(await leave(id)).toMatchObject({ family: null })
    expect(await begin(id, familyKey)).toEqual(begun)
  })
})

describe('an order and a family', () => {
  test('are proposed to be joined where name and birthday are the same, and a person decides', async () => {
    const document = duo('Tarrant')
    const { id } = await draft(document)
    const known = await una('Tarrant', document.patients[0]?.dateOfBirth)
    const renamed = withMember(known.document, 'una', { firstName: 'LINH' })
    await portal
      .as(CREATOR)
      .families.change({ ...at(known.id), body: changeBetween(known.document, renamed) })
    expect(await get(id)).toEqual({
      ...{ family: null, people: [], variants: [] },
      proposals: [{ id: known.id, name: 'Tarrant', people: [{ patientKey: PROBAND, member: 'una' }] }],
    })
    expect(await join(id, known.id, { [PROBAND]: 'una' })).toEqual({
      family: { id: known.id, name: 'Tarrant' },
      people: [{ patientKey: PROBAND, member: 'una' }],
      proposals: [],
      variants: [],
    })
    // One more, and one less.
    expect((await join(id, known.id, { 'relative-1': 'vera' })).people).toHaveLength(2)
    expect((await join(id, known.id, { [PROBAND]: '' })).people).toEqual([
      { patientKey: 'relative-1', member: 'vera' },
    ])
  })

  test('all that is wrong with who would be whom is named at once, and nothing is joined', async () => {
    const { id } = await draft(duo('Umber'))
    const [known, other] = [await una('Umber'), await una('Umber II')]
    const wrong = async (familyId: number, people: Record<string, string>) =>
      (await problemOfCall(join(id, familyId, people))).errors?.map(({ path, rule }) => `${path} ${rule}`)
    expect(await wrong(known.id, { gone: 'una', [PROBAND]: 'nobody', 'relative-1': 'vera' })).toEqual([
      '/people/0/patientKey unknown-reference',
      '/people/1/member unknown-reference',
    ])
    expect(await wrong(known.id, { [PROBAND]: 'una', 'relative-1': 'una' })).toEqual([
      '/people/0/member unique',
      '/people/1/member unique',
    ])
    expect(await wrong(999_999_999, { gone: 'una' })).toEqual([
      '/familyId unknown-reference',
      '/people/0/patientKey unknown-reference',
    ])
    expect(await get(id)).toMatchObject({ family: null })
    await join(id, known.id, { [PROBAND]: 'una' })
    expect(await wrong(other.id, { 'relative-1': 'vera' })).toEqual(['/familyId one-family'])
    expect(await wrong(known.id, { 'relative-1': 'una' })).toEqual(['/people/0/member unique'])
    await leave(id)
    expect(await join(id, other.id, { 'relative-1': 'vera' })).toMatchObject({ family: { id: other.id } })
  })

  test('come apart where the person was removed, or their key is now another relative’s', async () => {
    const order = await draft(duo('Vandermeer'))
    const known = await una('Vandermeer')
    await join(order.id, known.id, { [PROBAND]: 'una', 'relative-1': 'vera' })
    const father = { ...blankPatient('Father', 'relative-1'), firstName: 'Abel' }
    const save = (version: number, value: OrderDocument['patients']) =>
      portal.as(CREATOR).orders.patch({
        ...at(order.id),
        headers: { 'if-match': `"${version}"` },
        body: [{ op: 'replace', path: '/patients', value: JSON.parse(JSON.stringify(value)) }],
      })
    const [proband, mother] = order.document.patients
    if (!proband || !mother) throw new Error('the order has two people')
    await save(order.version, [proband, { ...mother, lastName: 'Renamed' }])
    expect((await get(order.id)).people).toHaveLength(2)
    await save(order.version + 1, [proband, father])
    expect((await get(order.id)).people).toEqual([{ patientKey: PROBAND, member: 'una' }])
    // Vera is free again, and Una's own change in the family takes nobody out.
    expect((await join(order.id, known.id, { 'relative-1': 'vera' })).people).toHaveLength(2)
    const without = { ...known.document, people: known.document.people.filter(({ key }) => key !== 'vera') }
    await portal
      .as(CREATOR)
      .families.change({ ...at(known.id), body: changeBetween(known.document, without) })
    expect((await get(order.id)).people).toEqual([{ patientKey: PROBAND, member: 'una' }])
  })

  test('are a matter of one institution', async () => {
    const { id } = await draft(duo('Wexcombe'))
    const known = await una('Wexcombe')
    await join(id, known.id, { [PROBAND]: 'una' })
    const calls = [
      () => get(id, FOREIGNER),
      () => get(id, FOREIGNER, FOREIGN),
      () => leave(id, FOREIGNER),
      () => begin(id, randomUUID(), FOREIGNER),
      () => join(id, known.id, { [PROBAND]: 'una' }, FOREIGNER),
    ]
    for (const call of calls) expect(await problemOfCall(call())).toMatchObject({ code: 'not-found' })
    const own = await portal.draft(duo('Wexcombe'), { by: FOREIGNER, at: FOREIGN })
    expect((await get(own.id, FOREIGNER, FOREIGN)).proposals).toEqual([])
    const body = { familyId: known.id, people: [{ patientKey: PROBAND, member: 'una' }] }
    expect(
      await problemOfCall(portal.as(FOREIGNER).orderFamily.join({ ...at(own.id, FOREIGN), body })),
    ).toMatchObject({ status: 422, errors: [{ path: '/familyId' }] })
    expect(await problemOfCall(join(id, known.id, { [PROBAND]: 'una' }, 'OrderViewer@P1'))).toMatchObject({
      status: 403,
    })
    expect(await problemOfCall(get(id, 'blocked'))).toMatchObject({ code: 'account-closed' })
    expect(await get(id)).toMatchObject({ family: { id: known.id } })
  })
})

describe('[FAM-08] a submitted order', () => {
  test('never changes with its family, and the family keeps its own', async () => {
    const order = await portal.submitted(duo('Yarrow'), { by: 'OrderSubmitter@P1', at: PARENT })
    const begun = await begin(order.id)
    const { id, document } = await family(begun.family?.id ?? 0)
    const [{ member } = { member: '' }] = begun.people
    const next = withMember(document, member, { firstName: 'Somebody', lastName: 'Else', born: '1950-01-01' })
    await portal.as(CREATOR).families.change({ ...at(id), body: changeBetween(document, next) })
    const after = await portal.as(CREATOR).orders.get(at(order.id))
    expect([after.document, after.version]).toEqual([order.document, order.version])
    expect((await get(order.id)).people).toEqual(begun.people)
  })
})
