import { fail } from '#contract/errors.ts'
import { MOST_VIEWS, type SavedView } from '#contract/saved-views.ts'
import { sameName } from '#domain/text/order.ts'
import { audit, type Identity, type OwnScope, withOwnScope } from '#server/database/scope.ts'
import type { PhysicianDeps } from './service.ts'
import { changeOwnRecord, ownRecord } from './store.ts'

const find = (views: readonly SavedView[], name: string) => views.find((view) => sameName(view.name, name))

export function viewsOf({ connection }: PhysicianDeps, identity: Identity): Promise<SavedView[]> {
  return withOwnScope(
    connection,
    identity,
    async (own) => ((await ownRecord(own)) ?? fail('not-registered')).saved_views,
  )
}

/** Changes the current views, one change after the other, so that a view saved in another tab stays. */
function changeViews(
  { connection }: PhysicianDeps,
  identity: Identity,
  change: (views: SavedView[]) => SavedView[],
): Promise<SavedView[]> {
  return withOwnScope(connection, identity, async (own) => {
    const { id, saved_views: before } = await lockViews(own)
    const views = change(before)
    await changeOwnRecord(own, { saved_views: JSON.stringify(views) })
    await audit(own, 'user.views-changed', { kind: 'user', id, institution: null }, { views: views.length })
    return views
  })
}

/** The user's views, locked until the transaction ends. */
async function lockViews(own: OwnScope) {
  const found = own.db
    .selectFrom('physician')
    .select(['id', 'saved_views'])
    .where('subject', '=', own.subject)
    .forUpdate()
  return (await found.executeTakeFirst()) ?? fail('not-registered')
}

/**
 * Saves a view under a name. If the name exists, the view is replaced with `replace`, and otherwise refused.
 */
export function saveView(deps: PhysicianDeps, identity: Identity, view: SavedView, replace: boolean) {
  return changeViews(deps, identity, (views) => {
    const existing = find(views, view.name)
    if (existing && !replace)
      fail('already-there', { detail: `You already have a view named “${existing.name}”.` })
    if (existing) return views.map((one) => (one === existing ? view : one))
    if (views.length >= MOST_VIEWS)
      fail('not-offered', { detail: `You can save up to ${MOST_VIEWS} views. Delete one first.` })
    return [...views, view]
  })
}

export function renameView(deps: PhysicianDeps, identity: Identity, from: string, to: string) {
  return changeViews(deps, identity, (views) => {
    const renamed = find(views, from) ?? fail('not-found')
    const existing = find(views, to)
    if (existing && existing !== renamed)
      fail('already-there', { detail: `You already have a view named “${existing.name}”.` })
    return views.map((one) => (one === renamed ? { ...one, name: to } : one))
  })
}

export function removeView(deps: PhysicianDeps, identity: Identity, name: string) {
  return changeViews(deps, identity, (views) => views.filter((view) => !sameName(view.name, name)))
}
