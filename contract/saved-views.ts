import { z } from 'zod'
import { ownId } from './people.ts'
import { routes } from './route.ts'
import { filled } from './texts.ts'

export const MOST_VIEWS = 50

const name = filled(60, 'Enter a name for the view.')

/**
 * A saved view of the order list: its name, and the search part of its address
 * (`status=in-process&late=true`).
 */
export const savedView = z.object({ name, search: z.string().max(1000) })
export type SavedView = z.infer<typeof savedView>

const own = { kind: 'own', at: 'id' } as const
const params = ownId.extend({ name })
const reply = z.array(savedView)

/** Each returns all of the user's views, oldest first. */
export const savedViewRoutes = routes({
  views: {
    method: 'GET',
    path: '/api/physicians/{id}/views',
    summary: 'The user’s saved views of the order list',
    access: own,
    params: ownId,
    reply,
    errors: [],
  },
  saveView: {
    method: 'PUT',
    path: '/api/physicians/{id}/views/{name}',
    summary: 'Save a view of the order list under a name; replaces an existing view only if requested',
    access: own,
    params,
    body: z.strictObject({ search: savedView.shape.search, replace: z.boolean().default(false) }),
    reply,
    errors: ['already-there', 'not-offered'],
  },
  renameView: {
    method: 'PATCH',
    path: '/api/physicians/{id}/views/{name}',
    summary: 'Rename a saved view',
    access: own,
    params,
    body: z.strictObject({ name }),
    reply,
    errors: ['already-there'],
  },
  removeView: {
    method: 'DELETE',
    path: '/api/physicians/{id}/views/{name}',
    summary: 'Delete a saved view; it is not an error if it does not exist',
    access: own,
    params,
    reply,
    errors: [],
  },
})
