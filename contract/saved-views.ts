import { z } from 'zod'
import { ownId } from './people.ts'
import { routes } from './route.ts'
import { filled } from './texts.ts'

export const MOST_VIEWS = 50

const name = filled(60, 'A view needs a name.')

/** A list of orders that somebody keeps: its name, and the search part of its address (`status=in-process&late=true`). */
export const savedView = z.object({ name, search: z.string().max(1000) })
export type SavedView = z.infer<typeof savedView>

const own = { kind: 'own', at: 'id' } as const
const params = ownId.extend({ name })
const reply = z.array(savedView)

/** Each answers all of the caller's views, in the order in which they were made. */
export const savedViewRoutes = routes({
  views: {
    method: 'GET',
    path: '/api/physicians/{id}/views',
    summary: 'The lists of orders that the caller has kept',
    access: own,
    params: ownId,
    reply,
    errors: [],
  },
  saveView: {
    method: 'PUT',
    path: '/api/physicians/{id}/views/{name}',
    summary: 'Keep a list of orders under a name; one of that name is replaced only where that is said',
    access: own,
    params,
    body: z.strictObject({ search: savedView.shape.search, replace: z.boolean().default(false) }),
    reply,
    errors: ['already-there', 'not-offered'],
  },
  renameView: {
    method: 'PATCH',
    path: '/api/physicians/{id}/views/{name}',
    summary: 'Give a kept list another name',
    access: own,
    params,
    body: z.strictObject({ name }),
    reply,
    errors: ['already-there'],
  },
  removeView: {
    method: 'DELETE',
    path: '/api/physicians/{id}/views/{name}',
    summary: 'Keep a list no longer; one that is not kept is no error',
    access: own,
    params,
    reply,
    errors: [],
  },
})
