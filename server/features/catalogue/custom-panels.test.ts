import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CustomPanel } from '#contract/custom-panel.ts'
import { administer } from '#server/database/connection/connect.ts'
import { problemIn, problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { addTestUser, CHILD, FOREIGN, PARENT } from '../../testing/world.ts'

let portal: TestPortal
/** Test ids by code. */
let ids: Record<string, number>
beforeAll(async () => {
  portal = await startPortal()
  const tests = await portal.worker.db.selectFrom('test').select(['id', 'code']).execute()
  ids = Object.fromEntries(tests.map(({ id, code }) => [code, id]))
})
afterAll(() => portal?.stop())
beforeEach(() => administer(portal.database.url, (db) => db.deleteFrom('custom_panel').execute()))

const BY = 'OrderCreator@P1'
const idOf = (code: string) => ids[code] ?? 0
const body = (more: object = {}) => ({
  ...{ institutionCode: PARENT, name: 'Our panel', genes: ['SCN1A', 'KCNQ2'] },
  ...more,
})

const save = (more: object = {}, by = BY, code = 'PAN8') =>
  portal.as(by).catalogue.saveCustomPanel({ params: { id: idOf(code) }, body: body(more) })
const update = (panel: Pick<CustomPanel, 'id' | 'version'>, more: object = {}, by = BY) =>
  portal.as(by).catalogue.updateCustomPanel({
    params: { id: panel.id },
    body: { version: panel.version, name: 'Our panel', genes: ['SCN1A'], ...more },
  })
const list = (by = BY, code = 'PAN8') => portal.as(by).catalogue.customPanels({ params: { id: idOf(code) } })
const remove = (id: number, by = BY) => portal.as(by).catalogue.removeCustomPanel({ params: { id } })

/** Sends the path exactly as given, without URL normalization, and returns the status. */
async function raw(method: string, path: string, sent: unknown): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(portal.origin)
  const authorization = `Bearer ${await portal.tokenOf(BY)}`
  const headers = { authorization, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, method, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
    })
    call.on('error', reject)
    call.end(JSON.stringify(sent))
  })
}

describe('[API-15] custom gene panels', () => {
  test('are saved and changed at the specification’s paths, ignoring letter case', async () => {
    const id = idOf('PAN8')
    const paths = [`/api/Tests/${id}/custom-panel`, `/api/tests/${id}/CUSTOM-PANEL`]
    for (const [index, path] of paths.entries()) {
      const { status, body: saved } = await raw('POST', path, body({ name: `Panel ${index}` }))
      expect([path, status]).toEqual([path, 201])
      const panel = JSON.parse(saved) as CustomPanel
      expect(panel).toMatchObject({ testId: id, testCode: 'PAN8', institutionCode: PARENT, version: 1 })
      for (const [change, spelled] of [
        `/api/Tests//custom-panel/${panel.id}/update`,
        `/api/tests//custom-panel/${panel.id}/update`,
        `/API/TESTS//CUSTOM-PANEL/${panel.id}/UPDATE`,
      ].entries()) {
        const sent = { version: change + 1, name: `Panel ${index}.${change}`, genes: ['CDKL5'] }
        const answer = await raw('PUT', spelled, sent)
        expect([spelled, answer.status]).toEqual([spelled, 200])
        expect(JSON.parse(answer.body)).toMatchObject({ version: change + 2, genes: ['CDKL5'] })
      }
    }
    const once = await raw('PUT', '/api/Tests/custom-panel/1/update', {
      version: 1,
      name: 'x',
      genes: ['CDKL5'],
    })
    expect(once.status).toBe(404)
  })

  test('are listed by name for every institution the user orders for, with who changed each', async () => {
    const foreignPanel = await save({ name: 'Zebra' })
    await save({ name: 'adder', institutionCode: CHILD })
    await save({ name: 'Foreign', institutionCode: FOREIGN }, 'OrderSubmitter@F1')
    await update(foreignPanel, { name: 'Yak' }, 'OrderSubmitter@P1')
    const seen = async (by: string) =>
      (await list(by)).map(({ name, institutionCode }) => [name, institutionCode])
    expect(await seen(BY)).toEqual([
      ['adder', CHILD],
      ['Yak', PARENT],
    ])
    expect(await seen('OrderCreator@C1')).toEqual([['adder', CHILD]])
    expect(await seen('OrderSubmitter@F1')).toEqual([['Foreign', FOREIGN]])
    expect((await list()).map(({ updatedBy }) => updatedBy)).toEqual([
      'Test OrderCreator@P1',
      'Test OrderSubmitter@P1',
    ])
    const narrowed = await portal.request(`/api/Tests/${idOf('PAN8')}/custom-panels`, {
      ...{ as: BY, headers: { 'institution-codes': CHILD } },
    })
    expect(((await narrowed.json()) as CustomPanel[]).map(({ name }) => name)).toEqual(['adder'])
  })

  test('accept only genes of the test, and report each other gene', async () => {
    const genes = ['SCN1A', 'BRCA1', 'scn1a', 'MECP2', 'SCN1A']
    const wrong = [
      { path: '/genes/1', rule: 'unknown', message: 'BRCA1 is not a gene of this test.' },
      { path: '/genes/2', rule: 'unknown', message: 'scn1a is not a gene of this test.' },
    ]
    expect(await problemOfCall(save({ genes }))).toMatchObject({ status: 422, errors: wrong })
    const panel = await save({ genes: ['SCN1A', 'MECP2', 'SCN1A'] })
    expect(panel.genes).toEqual(['SCN1A', 'MECP2'])
    expect(await problemOfCall(update(panel, { genes }))).toMatchObject({ status: 422, errors: wrong })
    expect((await list())[0]).toMatchObject({ version: 1, genes: ['SCN1A', 'MECP2'] })
  })

  test('require a test with a choice of genes, a name and a gene', async () => {
    for (const code of ['EPI2', 'ONE7'])
      expect(await problemOfCall(save({ genes: ['SCN1A'] }, BY, code))).toMatchObject({
        ...{ code: 'invalid-fields', errors: [{ path: '/genes', rule: 'choice' }] },
      })
    expect((await problemOfCall(save({ name: '  ', genes: [] }))).errors).toMatchObject([
      { path: '/name', message: 'Name is required' },
      { path: '/genes', message: 'Choose at least one gene.' },
    ])
    const unknown = portal.as(BY).catalogue.saveCustomPanel({ params: { id: 999_999 }, body: body() })
    expect(await problemOfCall(unknown)).toMatchObject({ code: 'not-found' })
  })

  test('have a unique name at the institution, ignoring letter case', async () => {
    const first = await save()
    const again = { code: 'already-there', errors: [{ path: '/name', rule: 'already-there' }] }
    expect(await problemOfCall(save({ name: ' OUR PANEL ' }))).toMatchObject(again)
    await save({ institutionCode: CHILD })
    const second = await save({ name: 'Second' })
    expect(await problemOfCall(update(second, { name: 'our panel' }))).toMatchObject(again)
    expect(await update(first, { name: 'OUR panel' })).toMatchObject({ name: 'OUR panel', version: 2 })
    const both = await Promise.allSettled([save({ name: 'Race' }), save({ name: 'race' })])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    for (const one of both)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ problem: { code: 'already-there' } })
  })

  test('reject a change over another user’s change, and name that user', async () => {
    const panel = await save()
    await update(panel, { genes: ['MECP2'] }, 'OrderSubmitter@P1')
    expect(await problemOfCall(update(panel))).toMatchObject({
      ...{ status: 412, code: 'version-conflict' },
      detail:
        'Test OrderSubmitter@P1 changed the panel in the meantime. Your change was not saved: reload and try again.',
    })
    expect((await list())[0]?.genes).toEqual(['MECP2'])
  })

  test('can be deleted, which frees the name', async () => {
    const panel = await save()
    for (const by of ['OrderSubmitter@F1', 'OrderCreator@C1'])
      expect(await problemOfCall(remove(panel.id, by))).toMatchObject({ code: 'not-found' })
    const response = await portal.request(`/api/tests/CUSTOM-PANEL/${panel.id}`, { as: BY, method: 'DELETE' })
    expect(response.status).toBe(204)
    expect(await list()).toEqual([])
    expect(await problemOfCall(remove(panel.id))).toMatchObject({ code: 'not-found' })
    expect(await problemOfCall(update(panel))).toMatchObject({ code: 'not-found' })
    await save()
  })

  test('belong to institutions where the user may order, and to no other', async () => {
    const at = (institutionCode: string, by: string) => problemOfCall(save({ institutionCode }, by))
    expect(await at(FOREIGN, BY)).toMatchObject({ status: 404 })
    expect(await at('NONE', BY)).toMatchObject({ status: 404 })
    expect(await at(PARENT, 'OrderCreator@C1')).toMatchObject({ status: 404 })
    for (const by of ['OrderViewer@P1', 'UserAdmin@P1', 'Support'])
      expect(await at(PARENT, by)).toMatchObject({ status: 403 })
    const narrowed = await portal.request(`/api/Tests/${idOf('PAN8')}/custom-panel`, {
      ...{ as: BY, method: 'POST', headers: { 'institution-codes': CHILD }, body: body() },
    })
    expect(await problemIn(narrowed)).toMatchObject({ status: 404 })
    const panel = await save()
    for (const by of ['OrderSubmitter@F1', 'OrderCreator@C1'])
      for (const refused of [() => update(panel, {}, by), () => remove(panel.id, by)])
        expect(await problemOfCall(refused())).toMatchObject({ status: 404 })
    expect(await problemOfCall(update(panel, {}, 'OrderViewer@P1'))).toMatchObject({ status: 403 })
    const denied = await portal.request(`/api/Tests//custom-panel/${panel.id}/update`, {
      ...{ method: 'PUT', body: { version: 1, name: 'x', genes: ['SCN1A'] } },
    })
    expect(denied.status).toBe(401)
  })

  test('can be saved only where the user may order, not at an institution they only view', async () => {
    const by = 'works-and-reads'
    const roles = { [PARENT]: 'OrderCreator', [FOREIGN]: 'OrderViewer' } as const
    await administer(portal.database.url, (db) => addTestUser(db, by, { roles }))
    expect(await problemOfCall(save({ institutionCode: FOREIGN }, by))).toMatchObject({ code: 'forbidden' })
    expect(await save({}, by)).toMatchObject({ institutionCode: PARENT })
  })

  test('write a line to the audit trail with each change', async () => {
    const panel = await save()
    await remove((await update(panel)).id)
    const lines = await administer(portal.database.url, (db) =>
      db
        .selectFrom('audit_event')
        .select(['action', 'actor_subject', 'institution_code'])
        .where('entity', '=', 'custom-panel')
        .where('entity_id', '=', String(panel.id))
        .orderBy('id')
        .execute(),
    )
    expect(lines).toEqual(
      ['custom-panel.create', 'custom-panel.change', 'custom-panel.remove'].map((action) => ({
        ...{ action, actor_subject: BY, institution_code: PARENT },
      })),
    )
  })
})
