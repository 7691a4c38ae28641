import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FieldError } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import { orderDocument } from '#contract/order-document.ts'
import { blankSample, blankTest, type OrderDocument } from '#domain/orders/document.ts'
import { problemIn, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'

/** An order with every field filled, so that the cases derived from it omit none. */
function fullOrder(): OrderDocument {
  const ready = { ...readyOrder(), addOnTests: [blankTest('CYS4', 'Cystic Fibrosis')] }
  const { familyHistory } = ready
  const genes = <T extends object>(tests: T[]) => tests.map((one) => ({ ...one, genes: ['CFTR'] }))
  return {
    ...ready,
    tests: genes(ready.tests),
    addOnTests: genes(ready.addOnTests),
    patients: ready.patients.map((patient) => ({
      ...patient,
      ...{ dateOfBirth: '2019-03-14', ethnicities: ['Other'], payment: ready.payment },
    })),
    imaging: [{ type: 'MRI', result: 'Normal', date: '2026-01-01', details: '' }],
    familyHistory: {
      ...familyHistory,
      diagnoses: [
        { relationshipType: 'Maternal', relative: 'Aunt', diagnosis: 'Epilepsy', ageAtDiagnosis: '' },
      ],
    },
    recipients: [{ name: 'Dr. Quill', fax: '', email: '' }],
    kits: [{ kitType: 'Saliva', quantity: 1 }],
    overrides: [{ key: 'relatives:WES1 0', reason: 'None' }],
  }
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
interface FieldPath {
  path: string
  value: Json
}

/** Every field in the document, containers included, as JSON pointers. */
function fieldPathsOf(value: Json, path = ''): FieldPath[] {
  const inner =
    value !== null && typeof value === 'object'
      ? Object.entries(value).flatMap(([key, one]) => fieldPathsOf(one, `${path}/${key}`))
      : []
  return [...(path === '' ? [] : [{ path, value }]), ...inner]
}
// A patch can change neither the add-on nor whether it is a verification (ORDER-04).
const FIELD_PATHS = fieldPathsOf(fullOrder() as unknown as Json).filter(
  ({ path }) => !/^\/(addOn|isVOB)$/.test(path),
)
const LEAVES = FIELD_PATHS.filter(({ value }) => value === null || typeof value !== 'object')
const LISTS = FIELD_PATHS.filter(({ value }) => Array.isArray(value))
const OBJECTS = FIELD_PATHS.filter(
  ({ value }) => value !== null && typeof value === 'object' && !Array.isArray(value),
)
const TEXTS = LEAVES.filter(({ value }) => typeof value === 'string')
/** Texts without a closed list of values. */
const FREE_TEXTS = TEXTS.filter(
  ({ path }) => orderDocument.safeParse(withWrong([{ path, value: 'x' }])).success,
)
/** Nested lists are tested separately, after these. */
const OUTER_LISTS = LISTS.filter(({ path }) => /^\/(familyHistory\/)?\w+$/.test(path))
const INNER_LISTS = LISTS.filter((one) => !OUTER_LISTS.includes(one))

/** A full order with other values at the given paths. */
function withWrong(wrong: FieldPath[]): unknown {
  const document = fullOrder() as unknown as Json
  for (const { path, value } of wrong) {
    const keys = path.split('/').slice(1)
    const last = keys.pop() ?? ''
    const parent = keys.reduce<Json>((at, key) => (at as Record<string, Json>)[key] ?? null, document)
    ;(parent as Record<string, Json>)[last] = value
  }
  return document
}

let portal: TestPortal
let draft: Order
const as = 'OrderSubmitter@P1'
beforeAll(async () => {
  portal = await startPortal()
  draft = await portal.draft(fullOrder())
})
afterAll(() => portal?.stop())

const pathsOf = (errors: FieldError[] | undefined) => [...new Set(errors?.map(({ path }) => path))].sort()

/** Expects a 422 with exactly these paths, and no change. */
async function refused(method: string, path: string, body: unknown, paths: string[]): Promise<FieldError[]> {
  const type = method === 'PATCH' ? 'application/json-patch+json' : 'application/json'
  const response = await portal.request(path, { as, method, headers: { 'content-type': type }, body })
  const { errors, code } = await problemIn(response)
  expect([response.status, code]).toEqual([422, 'invalid-fields'])
  expect(pathsOf(errors)).toEqual(paths.toSorted())
  const { total } = await portal.as(as).orders.list({ params: { hospital: PARENT }, query: {} })
  expect(total).toBe(1)
  expect(await portal.as(as).orders.get({ params: { hospital: PARENT, id: draft.id } })).toEqual(draft)
  return errors ?? []
}

const create = (document: unknown, paths: string[]) =>
  refused(
    ...(['POST', `/api/Orders/${PARENT}`] as const),
    { draftKey: randomUUID(), document },
    paths.map((path) => `/document${path}`),
  )
const patch = (operations: unknown, paths: string[]) =>
  refused('PATCH', `/api/Orders/${PARENT}/${draft.id}`, operations, paths)

/** Sends the wrong values both ways: in a new order, and as a patch for each. */
async function byFormAndApi(wrong: FieldPath[], paths = wrong.map((one) => one.path)) {
  const errors = await create(withWrong(wrong), paths)
  await patch(
    wrong.map((one) => ({ op: 'replace', ...one })),
    paths,
  )
  return errors
}

test('the base order for these cases has every kind of field, and is accepted', () => {
  expect(TEXTS.length).toBeGreaterThan(35)
  expect(LISTS.map(({ value }) => (value as Json[]).length)).not.toContain(0)
  expect(draft.version).toBe(1)
})

describe('an invalid shape is refused with all errors together, and nothing is written', () => {
  test('text that is too long, in every field', async () => {
    const errors = await byFormAndApi(TEXTS.map(({ path }) => ({ path, value: 'x'.repeat(4001) })))
    expect(new Set(errors.map(({ rule }) => rule))).toEqual(new Set(['too_big', 'invalid_value']))
    const name = errors.find(({ path }) => path === '/document/patients/0/firstName')
    expect(name?.message).toBe('At most 225 characters.')
  })

  test('a path longer than any in an order, even if it is then removed: the audit trail would store it', async () => {
    const path = `/${'k'.repeat(200)}`
    await patch(
      [
        { op: 'add', path, value: 1 },
        { op: 'remove', path },
      ],
      ['/0/path', '/1/path'],
    )
  })

  test.each<[string, Json]>([
    ['a number', 4711],
    ['a list', []],
    ['an object', {}],
    ['true', true],
  ])('%s in place of text, in every field', async (_, value) => {
    await byFormAndApi(TEXTS.map(({ path }) => ({ path, value })))
  })

  test.each<[string, Json]>([
    ['a text', 'x'],
    ['nothing', ''],
    ['a list', []],
    ['a fraction', 1.5],
    ['a negative number', -1],
  ])('%s in place of a number or boolean', async (name, value) => {
    const others = LEAVES.filter(({ value: right }) => typeof right !== 'string')
    // The ordering physician may be any whole number, or null.
    const wrong = others.filter(
      ({ path }) => !(name === 'a negative number' && path.endsWith('/physicianId')),
    )
    expect(wrong.length).toBeGreaterThan(3)
    await byFormAndApi(wrong.map(({ path }) => ({ path, value })))
  })

  test('null, in every field that is not nullable', async () => {
    const known = LEAVES.filter(({ path }) => !/\/(physicianId|answer|customPanelId)$/.test(path))
    await byFormAndApi(known.map(({ path }) => ({ path, value: null })))
  })

  test('text or an object in place of a list', async () => {
    for (const lists of [OUTER_LISTS, INNER_LISTS])
      for (const value of ['x', {}, null]) await byFormAndApi(lists.map(({ path }) => ({ path, value })))
  })

  test('lists with too many entries', async () => {
    const entries = (path: string) => {
      if (path === '/consents') return 241
      return path === '/overrides' ? 101 : path.endsWith('/genes') ? 501 : 61
    }
    const long = ({ path, value }: FieldPath) => ({
      path,
      value: Array.from({ length: entries(path) }, () => (value as Json[])[0] ?? null),
    })
    await byFormAndApi(OUTER_LISTS.map(long))
    await byFormAndApi(INNER_LISTS.map(long))
  })

  test('an unknown field, in every object', async () => {
    const surplus = [{ path: '', value: null }, ...OBJECTS].map(({ path }) => ({
      path: `${path}/surplus`,
      value: 1,
    }))
    const paths = surplus.map(({ path }) => path)
    await create(withWrong(surplus), paths)
    await patch(
      surplus.map((one) => ({ op: 'add', ...one })),
      paths,
    )
  })

  test('every field omitted', async () => {
    // An answer without the mark counts as not reviewed: drafts from before have none.
    const left = LEAVES.filter(({ path }) => !/\/(ethnicities|genes)\/|\/reviewed$/.test(path))
    const document = withWrong([]) as Json
    for (const { path } of left) {
      const keys = path.split('/').slice(1)
      const last = keys.pop() ?? ''
      delete (
        keys.reduce<Json>((at, key) => (at as Record<string, Json>)[key] ?? null, document) as Record<
          string,
          Json
        >
      )[last]
    }
    const paths = left.map(({ path }) => path)
    await create(document, paths)
    await patch(
      left.map(({ path }) => ({ op: 'remove', path })),
      paths,
    )
  })

  test.each([
    ['NUL, which the database cannot store', 'a\0b'],
    ['half of a surrogate pair', 'a\ud800b'],
    ['the other half', '\udc00'],
  ])('%s, in every text', async (_, value) => {
    const free = FREE_TEXTS
    await create(
      withWrong(free.map(({ path }) => ({ path, value }))),
      free.map(({ path }) => path),
    )
    const operations = free.map(({ path }) => ({ op: 'replace', path, value }))
    await patch(
      operations,
      operations.map((_, index) => `/${index}/value`),
    )
  })

  test('a body nested deeper than allowed', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    for (const [method, path, type, body] of [
      ['POST', `/api/Orders/${PARENT}`, 'application/json', `{"draftKey":"x","document":${deep}}`],
      ['PATCH', `/api/Orders/${PARENT}/${draft.id}`, 'application/json-patch+json', deep],
    ] as const) {
      const response = await portal.request(path, { as, method, headers: { 'content-type': type }, body })
      expect(await problemIn(response)).toMatchObject({ status: 400, code: 'invalid-request' })
    }
  })

  test('a body that is not an order', async () => {
    for (const body of [null, 1, 'x', [], {}])
      await refused(
        'POST',
        `/api/Orders/${PARENT}`,
        JSON.stringify(body),
        body instanceof Object && !Array.isArray(body) ? ['/draftKey', '/document'] : [''],
      )
    await refused('POST', `/api/Orders/${PARENT}`, { draftKey: 'mine', document: fullOrder(), more: 1 }, [
      '/draftKey',
      '/more',
    ])
  })
})

describe('[API-30] a patch that cannot be applied is refused with each operation named, and nothing is written', () => {
  const value = 'x'
  test.each<[string, object[], string[]]>([
    ['an unknown field', [{ op: 'replace', path: '/patients/0/nickname', value }], ['/patients/0/nickname']],
    ['a missing entry', [{ op: 'replace', path: '/patients/7/firstName', value }], ['/patients/7/firstName']],
    ['an index beyond the end', [{ op: 'add', path: '/recipients/9', value }], ['/recipients/9']],
    [
      'a field below a string',
      [{ op: 'add', path: '/clinicalNotes/words', value }],
      ['/clinicalNotes/words'],
    ],
    ['removal of a missing field', [{ op: 'remove', path: '/kits/4' }], ['/kits/4']],
    [
      'a move from a missing field',
      [{ op: 'move', from: '/nowhere', path: '/clinicalNotes' }],
      ['/clinicalNotes'],
    ],
    ['a test that fails', [{ op: 'test', path: '/clinicalNotes', value: 'not this' }], ['/clinicalNotes']],
    [
      'several, valid ones among them',
      [
        { op: 'replace', path: '/clinicalNotes', value: 'good' },
        { op: 'replace', path: '/a', value },
        { op: 'remove', path: '/b' },
      ],
      ['/a', '/b'],
    ],
    ['the prototype', [{ op: 'add', path: '/__proto__/polluted', value }], ['/__proto__/polluted']],
    [
      'the constructor',
      [{ op: 'add', path: '/constructor/prototype/polluted', value }],
      ['/constructor/prototype/polluted'],
    ],
  ])('%s', async (_, operations, paths) => {
    const errors = await patch(operations, paths)
    expect(errors.every(({ message }) => message.length > 0)).toBe(true)
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
  })

  test('an entry copied to where it does not fit, field by field', async () => {
    const fields = Object.keys(blankSample('proband', 's1'))
    await patch(
      [{ op: 'copy', from: '/recipients/0', path: '/samples/0' }],
      [...fields, 'name', 'fax', 'email'].map((field) => `/samples/0/${field}`),
    )
  })

  test('an invalid pointer, an invalid operation, a missing member', async () => {
    await patch(
      [
        { op: 'replace', path: 'clinicalNotes', value },
        { op: 'replace', path: '/a~2b', value },
        { op: 'move', from: 'x', path: '/clinicalNotes' },
        { op: 'rename', path: '/clinicalNotes' },
        { op: 'replace', path: '/clinicalNotes' },
        { op: 'remove', path: '/clinicalNotes', surplus: 1 },
        { path: '/clinicalNotes', value },
      ],
      ['/0/path', '/1/path', '/2/from', '/3/op', '/4/value', '/5/surplus', '/6/op'],
    )
  })

  test('removing the whole document, or replacing it with something else', async () => {
    for (const operation of [
      { op: 'replace', path: '', value: {} },
      { op: 'replace', path: '', value: 'x' },
    ]) {
      const response = await portal.request(`/api/Orders/${PARENT}/${draft.id}`, {
        ...{ as, method: 'PATCH', body: [operation] },
        headers: { 'content-type': 'application/json-patch+json' },
      })
      expect(response.status).toBe(422)
    }
    expect(await portal.as(as).orders.get({ params: { hospital: PARENT, id: draft.id } })).toEqual(draft)
  })

  test('more operations than allowed', async () => {
    await patch(
      Array.from({ length: 501 }, () => ({ op: 'replace', path: '/clinicalNotes', value })),
      [''],
    )
  })
})
