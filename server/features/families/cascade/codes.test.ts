import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { withMember } from '#domain/family/additions.ts'
import { changeBetween, inverseOf } from '#domain/family/change.ts'
import { LETTER_LANGUAGE_TAGS } from '#domain/family/letter/language-names.ts'
import { removeMember } from '#domain/family/removal.ts'
import { family as drawn } from '#domain/family/testing/families.ts'
import { administer } from '../../../database/connection/connect.ts'
import { FINDING_REQUEST } from '../../../testing/examples/family-cascade.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../../testing/portal.ts'
import { CHILD, FOREIGN, PARENT } from '../../../testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const CREATOR = 'OrderCreator@P1'
const OTHER_CLINIC = `OrderSubmitter@${FOREIGN}`
const SECRETS = ['Quillon', 'Aurelia', 'Benedikta']
const DOCUMENT = JSON.parse(
  JSON.stringify(
    drawn(
      ['mother', 'woman', undefined, { firstName: 'Benedikta', lastName: 'Quillon' }],
      ['father', 'man'],
      [
        'proband',
        'woman',
        ['father', 'mother'],
        { isProband: true, firstName: 'Aurelia', lastName: 'Quillon' },
      ],
    ),
  ).replaceAll('+', '-'),
)

async function start(found: Partial<typeof FINDING_REQUEST> = {}) {
  const { id } = await portal.as(CREATOR).families.create({
    params: { hospital: PARENT },
    body: { name: 'Quillon', document: DOCUMENT, familyKey: randomUUID() },
  })
  const params = { hospital: PARENT, id }
  const body = { ...FINDING_REQUEST, ...found, member: 'proband', findingKey: randomUUID() }
  const { findings } = await portal.as(CREATOR).familyCascade.addFinding({ params, body })
  const ofFinding = { ...params, findingId: findings[0]?.id ?? 0 }
  const write = (more: object = {}) =>
    portal.as(CREATOR).familyCascade.letter({
      params: ofFinding,
      body: {
        ...{ member: 'mother', language: 'es', recipient: '', isPreview: false },
        names: { name: false, relation: false, illness: false },
        ...more,
      },
    })
  const view = () => portal.as(CREATOR).familyCascade.get({ params })
  const stateOf = async (member: string) =>
    (await view()).findings[0]?.relatives.find((one) => one.member === member)?.state
  return { params, ofFinding, write, view, stateOf }
}
const redeem = (
  code: string,
  tells: 'nothing' | 'redeemed' | 'tested' | 'result' = 'nothing',
  by = OTHER_CLINIC,
) =>
  portal.as(by).familyCodes.redeem({
    params: { hospital: by.split('@')[1] ?? '' },
    body: { code, isBrought: true, tells },
  })

describe('[CASC-04] a letter and its code', () => {
  test.each(LETTER_LANGUAGE_TAGS)(
    'in %s: names the person only as they agreed, and holds the code',
    async (language) => {
      const { write, view } = await start()
      const preview = await write({ language, isPreview: true })
      expect(preview.code).toBeNull()
      expect((await view()).findings[0]?.relatives[0]).toMatchObject({
        state: 'not reached',
        codeUntil: null,
      })
      const { html, code, codeUntil } = await write({ language })
      expect(html).toContain(code ?? 'none')
      expect(html).toContain('<svg')
      for (const secret of [...SECRETS, FINDING_REQUEST.condition]) expect(html).not.toContain(secret)
      const agreed = await write({ language, names: { name: true, relation: true, illness: true } })
      expect(agreed.html).toContain('Aurelia Quillon')
      expect(agreed.html).toContain(FINDING_REQUEST.condition)
      expect((await view()).findings[0]?.relatives[0]).toMatchObject({ state: 'code given', codeUntil })
    },
  )

  test('says what the change means by how it is inherited', async () => {
    const { write } = await start({ inheritance: 'mitochondrial' })
    const { html } = await write({ language: 'en', member: 'mother', isPreview: true })
    expect(html).toContain('passes from a mother to all her children')
    expect(html).not.toContain('did not pass it on')
  })

  test('any clinic redeems it once, and sees what was found and nothing else', async () => {
    const { write, stateOf } = await start()
    const { code } = await write()
    const redeemed = await redeem(` ${(code ?? '').toLowerCase().replaceAll('-', ' ')} `)
    expect(Object.keys(redeemed).sort()).toEqual([
      ...['id', 'inheritance', 'isQuestioned', 'isWithdrawn', 'laboratory', 'offers', 'orderId'],
      ...['tells', 'usedAt', 'variantClass', 'variants'],
    ])
    expect(redeemed).toMatchObject({
      variantClass: 'Pathogenic',
      laboratory: 'Quay Genetics',
      tells: 'nothing',
    })
    expect(redeemed.variants).toEqual(FINDING_REQUEST.variants)
    const text = JSON.stringify(redeemed)
    for (const secret of [...SECRETS, PARENT, 'Test OrderCreator']) expect(text).not.toContain(secret)
    expect(await portal.as(OTHER_CLINIC).familyCodes.list({ params: { hospital: FOREIGN } })).toContainEqual(
      redeemed,
    )
    expect(await portal.as(CREATOR).familyCodes.list({ params: { hospital: PARENT } })).not.toContainEqual(
      redeemed,
    )
    expect(await stateOf('mother')).toBe('code given')
  })

  test('wrong, used, replaced and expired codes are answered alike', async () => {
    const { write, ofFinding } = await start()
    const first = await write()
    const second = await write()

    await redeem(second.code ?? '')
    const third = await write({ member: 'father' })
    await administer(portal.database.url, (db) =>
      db
        .updateTable('cascade_code')
        .set({ expires_on: '2026-01-01' })
        .where('finding_id', '=', ofFinding.findingId)
        .where('member', '=', 'father')
        .execute(),
    )
    const problems = await Promise.all(
      [first.code, '0000-0000-0000-0', 'nonsense', second.code, third.code].map((code) =>
        problemOfCall(redeem(code ?? '')),
      ),
    )
    for (const problem of problems) expect(problem).toMatchObject({ status: 404, code: 'code-unknown' })
    expect(new Set(problems.map(({ title, detail }) => `${title} ${detail}`)).size).toBe(1)
  })

  test('the first clinic learns of it only as far as the person agreed, and no longer once they take it back', async () => {
    const { write, view, stateOf } = await start()
    const before = await view()
    const { code } = await write()
    const given = await view()
    const { id } = await redeem(code ?? '', 'nothing')
    expect(await view()).toEqual(given)
    expect(given).not.toEqual(before)
    const tell = (tells: 'nothing' | 'redeemed') =>
      portal.as(OTHER_CLINIC).familyCodes.tell({ params: { hospital: FOREIGN, id }, body: { tells } })
    await tell('redeemed')
    expect(await stateOf('mother')).toBe('code redeemed')
    expect(JSON.stringify(await view())).not.toContain(FOREIGN)
    await tell('nothing')
    // Whoever knew that it was used reads that they learn nothing more.
    const ended = await view()
    const [relative] = ended.findings[0]?.relatives ?? []
    expect(relative?.steps.pop()).toMatchObject({ kind: 'no longer told', by: 'Another clinic' })
    expect(ended).toEqual(given)
    // The clinic that made it has no say in it.
    const foreign = portal
      .as(CREATOR)
      .familyCodes.tell({ params: { hospital: PARENT, id }, body: { tells: 'redeemed' } })
    expect(await problemOfCall(foreign)).toMatchObject({ status: 404 })
  })

  test('whoever redeems one reads that one, whatever colleagues redeem at the same time; older ones stay within reach', async () => {
    const [first, second] = [await start(), await start()]
    const { id } = await redeem((await first.write()).code ?? '')
    const setUsed = (codes: number[], used_at: Date) =>
      administer(portal.database.url, (db) =>
        db.updateTable('cascade_code_use').set({ used_at }).where('code_id', 'in', codes).execute(),
      )
    // Another transaction, which began later and was done sooner.
    await setUsed([id], new Date(Date.now() + 3_600_000))
    const reply = await redeem((await second.write()).code ?? '')
    expect(reply.id).not.toBe(id)
    await administer(portal.database.url, async (db) => {
      await sql`
        with made as (
          insert into cascade_code (finding_id, family_id, institution_code, member, hash, expires_on, made_by, made_by_name)
          select finding_id, family_id, institution_code, member, hash || n, expires_on, made_by, made_by_name
          from cascade_code, generate_series(1, 250) n where id = ${id} returning id, made_by)
        insert into cascade_code_use (code_id, institution_code, by_id, by_name, tells, used_at)
        select id, ${FOREIGN}, made_by, 'Earlier', 'nothing', now() + interval '1 day' from made`.execute(db)
    })
    const codes = portal.as(OTHER_CLINIC).familyCodes
    const told = await codes.tell({ params: { hospital: FOREIGN, id }, body: { tells: 'redeemed' } })
    expect(told.tells).toBe('redeemed')
    expect((await codes.list({ params: { hospital: FOREIGN } })).map((one) => one.id)).toContain(reply.id)
  })

  test('of several who redeem it at the same moment one does; of an erased family nobody', async () => {
    const { write, params } = await start()
    const { code } = await write()
    const erased = await write({ member: 'father' })
    const by = [OTHER_CLINIC, OTHER_CLINIC, 'OrderSubmitter@P1', CREATOR, OTHER_CLINIC]
    const tries = await Promise.allSettled(
      by.map((who) => {
        const hospital = who.endsWith('@P1') ? PARENT : FOREIGN
        const body = { code: code ?? '', isBrought: true as const, tells: 'nothing' as const }
        return portal.as(who).familyCodes.redeem({ params: { hospital }, body })
      }),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of tries)
      if (one.status === 'rejected') expect(one.reason.problem).toMatchObject({ code: 'code-unknown' })
    await administer(portal.database.url, (db) =>
      sql`select erase_families(array[${params.id}::bigint])`.execute(db),
    )
    expect(await problemOfCall(redeem(erased.code ?? ''))).toMatchObject({ code: 'code-unknown' })
  })

  test('no code is stored, and none is in the audit trail; a redemption is written there without the family', async () => {
    const { write } = await start()
    const { code } = await write()
    await redeem(code ?? '')
    const plain = (code ?? '').replaceAll('-', '')
    const stored = JSON.stringify([
      await portal.worker.db.selectFrom('cascade_code').selectAll().execute(),
      await portal.worker.db.selectFrom('family_step').selectAll().execute(),
      await portal.worker.db.selectFrom('audit_event').selectAll().execute(),
    ])
    for (const one of [code ?? '', plain]) expect(stored).not.toContain(one)
    const [line] = await portal.worker.db
      .selectFrom('audit_event')
      .selectAll()
      .where('action', '=', 'family-code.redeemed')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(line).toMatchObject({ entity: 'institution', entity_id: FOREIGN, people: [] })
  })

  test('a class that is uncertain closes the letter', async () => {
    const { write, ofFinding } = await start()
    await portal.as(CREATOR).familyCascade.changeClass({
      params: ofFinding,
      body: { variantClass: 'Uncertain significance', on: '2026-11-01' },
    })
    expect(await problemOfCall(write())).toMatchObject({ status: 422, errors: [{ path: '/member' }] })
  })
})

test('what was recorded of somebody who was removed is not of whoever stands there next; undone, it is theirs again', async () => {
  const { params, ofFinding, write, view, stateOf } = await start()
  const { families, familyCascade } = portal.as(CREATOR)
  const { code } = await write({ member: 'father' })
  const today = todayAtLaboratory(new Date())
  await familyCascade.agree({
    params,
    body: { member: 'father', shows: 'result', on: today, words: 'At the visit' },
  })
  await familyCascade.record({ params: ofFinding, body: { member: 'father', kind: 'positive', on: today } })
  // If he has it, the proband has it from him.
  expect([await stateOf('father'), await stateOf('mother')]).toEqual(['positive', undefined])

  const before = (await families.get({ params })).document
  const removed = removeMember(before, 'father', () => 'place')
  await families.change({ params, body: changeBetween(before, removed) })
  expect(await stateOf('mother')).toBe('not reached')
  const named = withMember(removed, 'place', { firstName: 'Ole', lastName: 'Quillon' })
  await families.change({ params, body: changeBetween(removed, named) })
  const [finding] = (await view()).findings
  expect(finding?.relatives.find(({ member }) => member === 'place')).toMatchObject({
    ...{ state: 'not reached', steps: [], agreed: null, codeUntil: null },
  })
  expect(await problemOfCall(redeem(code ?? ''))).toMatchObject({ code: 'code-unknown' })

  await families.change({ params, body: inverseOf(changeBetween(before, named)) })
  expect(await stateOf('father')).toBe('positive')
  expect(await redeem(code ?? '')).toMatchObject({ variantClass: 'Pathogenic' })
})

test('codes of a finding whose person was removed open and order nothing, until that is undone', async () => {
  const { params, write } = await start()
  const { families } = portal.as(CREATOR)
  const by = `OrderSubmitter@${CHILD}`
  const clinic = portal.as(by).familyCodes
  const unused = await write({ member: 'father' })
  const used = await redeem((await write()).code ?? '', 'nothing', by)
  const of = { hospital: CHILD, id: used.id }
  const order = () => clinic.order({ params: of, body: { draftKey: randomUUID(), testCode: 'KNO9' } })
  const isWithdrawn = async () =>
    (await clinic.list({ params: of })).find(({ id }) => id === used.id)?.isWithdrawn
  const before = (await families.get({ params })).document
  const change = changeBetween(
    before,
    removeMember(before, 'proband', () => 'place'),
  )
  await families.change({ params, body: change })
  expect(await problemOfCall(redeem(unused.code ?? '', 'nothing', by))).toMatchObject({
    code: 'code-unknown',
  })
  expect(await isWithdrawn()).toBe(true)
  expect(await problemOfCall(order())).toMatchObject({ code: 'wrong-state' })

  await families.change({ params, body: inverseOf(change) })
  expect(await redeem(unused.code ?? '', 'nothing', by)).toMatchObject({ variantClass: 'Pathogenic' })
  expect(await isWithdrawn()).toBe(false)
})

test('guesses are limited: after twenty in an hour the right code is refused too', async () => {
  const { write } = await start()
  const { code } = await write()
  const by = `SuperUser@${PARENT}`
  const statuses: number[] = []
  for (let guess = 0; guess < 20; guess += 1)
    statuses.push((await problemOfCall(redeem('0000', 'nothing', by))).status)
  expect(new Set(statuses)).toEqual(new Set([404]))
  expect(await problemOfCall(redeem(code ?? '', 'nothing', by))).toMatchObject({ status: 429 })
})

test('[CASC-04] a person of the oldest of many codes can still end what their family’s clinic learns', async () => {
  const { write, view } = await start()
  const { code } = await write()
  const oldest = await redeem(code ?? '', 'result')
  await administer(portal.database.url, (db) =>
    sql`with made as (
      insert into cascade_code (finding_id, family_id, institution_code, member, hash, expires_on, made_by, made_by_name)
      select finding_id, family_id, institution_code, member, 'many ' || n, expires_on, made_by, made_by_name
      from cascade_code, generate_series(1, 250) n where id = ${oldest.id} returning id)
      insert into cascade_code_use (code_id, institution_code, by_id, by_name, tells)
      select made.id, institution_code, by_id, by_name, 'nothing' from made, cascade_code_use where code_id = ${oldest.id}`.execute(
      db,
    ),
  )
  const params = { hospital: FOREIGN, id: oldest.id }
  const told = await portal.as(OTHER_CLINIC).familyCodes.tell({ params, body: { tells: 'nothing' } })
  expect(told).toMatchObject({ id: oldest.id, tells: 'nothing' })
  const [mother] = (await view()).findings[0]?.relatives ?? []
  expect(mother?.steps.map(({ kind }) => kind)).toContain('no longer told')
  const listed = await portal.as(OTHER_CLINIC).familyCodes.list({ params: { hospital: FOREIGN } })
  expect(listed.length).toBeGreaterThan(250)
})

test('who tried a code, and from where, is forgotten after an hour', async () => {
  const guesses = () =>
    administer(portal.database.url, async (db) => {
      const found = sql<{ address: string }>`select address from cascade_guess`
      return (await found.execute(db)).rows.map(({ address }) => address)
    })
  await administer(portal.database.url, (db) =>
    sql`insert into cascade_guess (by_id, address, at) select id, 'long ago', now() - interval '61 minutes'
      from physician where subject = ${CREATOR}`.execute(db),
  )
  expect(await guesses()).toContain('long ago')
  await problemOfCall(redeem('0000-0000-0000-0'))
  expect(await guesses()).not.toContain('long ago')
})
