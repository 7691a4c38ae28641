import { type FieldError, fail } from '#contract/errors.ts'
import type { Family, FamilyRow, familiesRoutes } from '#contract/families.ts'
import { familyDocument } from '#contract/family-document.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { applyChange, changeBetween, isEmptyChange } from '#domain/family/change.ts'
import { checkFamily, type FamilyFinding, newErrors } from '#domain/family/checks.ts'
import type { FamilyDocument } from '#domain/family/document.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { type Authority, type Scope, withScope } from '#server/database/scope.ts'
import type { RunHeavy } from '#server/heavy/heavy-work.ts'
import { readFields } from '#server/http/validate.ts'
import { noteFamily } from './audited.ts'
import type { PrintedFamily } from './print-drawing.ts'
import * as store from './store.ts'

type Input<Name extends keyof typeof familiesRoutes> = RequestOf<(typeof familiesRoutes)[Name]>
type Reply<Name extends keyof typeof familiesRoutes> = ReplyOf<(typeof familiesRoutes)[Name]>

export function listFamilies(connection: Connection) {
  return (authority: Authority, { params: { hospital }, query }: Input<'list'>): Promise<Reply<'list'>> =>
    withScope(connection, authority, async (scope) => {
      const { total, rows } = await store.listFamilies(scope, { ...query, institution: hospital })
      if (query.skip > 0 && query.skip >= total) fail('invalid-page')
      return { total, families: rows.map(presentRow) }
    })
}

export function getFamily(connection: Connection) {
  return (authority: Authority, { params: { hospital, id } }: Input<'get'>): Promise<Family> =>
    withScope(connection, authority, async (scope) => {
      const family = (await store.findFamily(scope, hospital, id)) ?? fail('not-found')
      return view(scope, family)
    })
}

/** A family that was read and not changed, also by a request to change it that changed nothing. */
async function view(scope: Scope, family: store.StoredFamily): Promise<Family> {
  await noteFamily(scope, 'family.view', family)
  return present(family)
}

/** What printing needs besides the family. */
export interface PrintDeps {
  connection: Connection
  heavy: RunHeavy
  laboratory: { name: string }
  now: () => Date
}

const PRINTING = new URL('./print-drawing.ts', import.meta.url).href

/** Written after the transaction, in another thread: a large family takes half a second. */
export function printFamily({ connection, heavy, laboratory, now }: PrintDeps) {
  return async (
    authority: Authority,
    { params: { hospital, id }, query: { names } }: Input<'drawing'>,
  ): Promise<Uint8Array> => {
    const family = await withScope(connection, authority, async (scope) => {
      const found = (await store.findFamily(scope, hospital, id)) ?? fail('not-found')
      await noteFamily(scope, 'family.print', found)
      return found
    })
    const input: PrintedFamily = {
      ...{ id, name: family.name, document: family.document, withNames: names === 'with' },
      ...{ laboratory: laboratory.name, day: todayAtLaboratory(now()), now: now() },
    }
    return heavy<Uint8Array>({ module: PRINTING, name: 'printDrawing', input, who: authority.actor.subject })
  }
}

export function createFamily(connection: Connection) {
  return (authority: Authority, { params: { hospital }, body }: Input<'create'>): Promise<Family> => {
    refuseErrors(checkFamily(body.document))
    return withScope(connection, authority, async (scope) => {
      const { id, created } = await store.insertOnce(scope, hospital, body)
      const family = (await store.findFamily(scope, hospital, id)) ?? fail('not-found')
      if (!created) return view(scope, family)
      await noteFamily(scope, 'family.create', family)
      return present(family)
    })
  }
}

/**
 * Applies a change to the family as it stands now. A field that somebody else changed meanwhile keeps their
 * value and is named; the rest is stored. A change that holds already stores nothing.
 */
export function changeFamily(connection: Connection) {
  return (
    authority: Authority,
    { params: { hospital, id }, body }: Input<'change'>,
  ): Promise<Reply<'change'>> =>
    withScope(connection, authority, async (scope) => {
      const before = (await store.findFamily(scope, hospital, id, { lock: true })) ?? fail('not-found')
      const { document: merged, conflicts } = applyChange(before.document, body)
      const applied = changeBetween(before.document, merged)
      if (isEmptyChange(applied)) return { family: await view(scope, before), conflicts }
      const document = readDocument(merged)
      refuseErrors(newErrors(before.document, document))
      await store.storeChange(scope, before, document, applied)
      const family = (await store.findFamily(scope, hospital, id)) ?? fail('not-found')
      await noteFamily(scope, 'family.change', family)
      return { family: present(family), conflicts }
    })
}

export function renameFamily(connection: Connection) {
  return (authority: Authority, { params: { hospital, id }, body }: Input<'rename'>): Promise<Family> =>
    withScope(connection, authority, async (scope) => {
      const before = (await store.findFamily(scope, hospital, id, { lock: true })) ?? fail('not-found')
      if (before.name === body.name) return view(scope, before)
      await store.rename(scope, before, body.name)
      await noteFamily(scope, 'family.change', before)
      return present((await store.findFamily(scope, hospital, id)) ?? fail('not-found'))
    })
}

/** The rows that the change left, as a document; a row with missing fields is refused. */
function readDocument(merged: FamilyDocument): FamilyDocument {
  const { data, errors } = readFields(familyDocument, merged)
  if (!data) fail('invalid-fields', { errors })
  return data
}

const MESSAGES: Partial<Record<FamilyFinding['rule'], string>> = {
  'key-twice': 'Two rows have the same key.',
  'own-ancestor': 'Somebody would be their own ancestor.',
  'two-births': 'Somebody would be born to two couples.',
  'unknown-reference': 'It refers to somebody, or to a condition, who is not in the family.',
  'egg-of-a-man': 'The egg would be from a person recorded as male.',
  'sperm-of-a-woman': 'The sperm would be from a person recorded as female.',
  'died-before-birth': 'Somebody would have died before being born.',
  'identical-twins-of-two-sexes': 'Identical twins would differ in sex at birth.',
}

function refuseErrors(findings: readonly FamilyFinding[]): void {
  const errors = findings
    .filter((finding) => finding.severity === 'error')
    .map(
      ({ rule, people }): FieldError => ({
        path: people[0] === undefined ? '' : `/people/${people[0]}`,
        rule,
        message: MESSAGES[rule] ?? 'This cannot be.',
      }),
    )
  if (errors.length > 0) fail('invalid-fields', { errors })
}

type Listed = Awaited<ReturnType<typeof store.listFamilies>>['rows'][number]

function presentRow(row: Listed): FamilyRow {
  return {
    id: row.id,
    hospitalCode: row.institution_code,
    name: row.name,
    probands: row.probands,
    peopleCount: row.people_count,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by_name,
  }
}

function present(row: store.StoredFamily): Family {
  return { ...presentRow(row), version: row.version, document: row.document }
}
