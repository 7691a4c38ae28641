import { fail } from '#contract/errors.ts'
import { MOST_VIEWS, type SavedView } from '#contract/saved-views.ts'
import { sameName } from '#domain/text/order.ts'
import { audit, type OwnScope, type Self, withinOwn } from '#server/database/scope.ts'
import type { PhysiciansParts } from './service.ts'
import { changeOwnRecord, ownRecord } from './store.ts'

const find = (views: readonly SavedView[], name: string) => views.find((view) => sameName(view.name, name))

export function viewsOf({ connection }: PhysiciansParts, self: Self): Promise<SavedView[]> {
  return withinOwn(
    connection,
    self,
    async (own) => ((await ownRecord(own)) ?? fail('not-registered')).saved_views,
  )
}

/** Changes the views as they stand, one change after the other: what another tab has kept meanwhile stays. */
function changing(
  { connection }: PhysiciansParts,
  self: Self,
  change: (views: SavedView[]) => SavedView[],
): Promise<SavedView[]> {
  return withinOwn(connection, self, async (own) => {
    const { id, saved_views: before } = await held(own)
    const views = change(before)
    await changeOwnRecord(own, { saved_views: JSON.stringify(views) })
    await audit(own, 'user.views-changed', { kind: 'user', id, institution: null }, { views: views.length })
    return views
  })
}

/** The caller's record, which nobody else changes until the transaction ends. */
async function held(own: OwnScope) {
  const found = own.db
    .selectFrom('physician')
    .select(['id', 'saved_views'])
    .where('subject', '=', own.subject)
    .forUpdate()
  return (await found.executeTakeFirst()) ?? fail('not-registered')
}

/** Keeps a view under a name; one of that name is replaced where `replace` is said, and stands where it is not. */
export function saveView(parts: PhysiciansParts, self: Self, view: SavedView, replace: boolean) {
  return changing(parts, self, (views) => {
    const standing = find(views, view.name)
    if (standing && !replace) fail('already-there', { detail: `You keep a view “${standing.name}” already.` })
    if (standing) return views.map((one) => (one === standing ? view : one))
    if (views.length >= MOST_VIEWS)
      fail('not-offered', { detail: `At most ${MOST_VIEWS} views are kept. Delete one first.` })
    return [...views, view]
  })
}

export function renameView(parts: PhysiciansParts, self: Self, from: string, to: string) {
  return changing(parts, self, (views) => {
    const renamed = find(views, from) ?? fail('not-found')
    const standing = find(views, to)
    if (standing && standing !== renamed)
      fail('already-there', { detail: `You keep a view “${standing.name}” already.` })
    return views.map((one) => (one === renamed ? { ...one, name: to } : one))
  })
}

export function removeView(parts: PhysiciansParts, self: Self, name: string) {
  return changing(parts, self, (views) => views.filter((view) => !sameName(view.name, name)))
}
