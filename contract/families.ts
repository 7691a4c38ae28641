import { z } from 'zod'
import { familyChange, familyDocument } from './family-document.ts'
import { instant } from './people.ts'
import { routes } from './route.ts'
import { searchWords } from './search-words.ts'
import { filled } from './texts.ts'

const hospital = z.string().min(1).max(20)
const one = z.object({ hospital, id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
const view = { kind: 'institution', permissions: ['ViewOrder'], at: ['hospital'] } as const
const change = { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] } as const
const title = filled(100, 'Give the family a name.')

const familyRow = z.object({
  id: z.number().int(),
  hospitalCode: z.string(),
  name: z.string(),
  /** Names of the probands; '' if none has a name. */
  probands: z.string(),
  peopleCount: z.number().int(),
  changedAt: instant,
  changedBy: z.string(),
})
export type FamilyRow = z.infer<typeof familyRow>

export const family = familyRow.extend({
  /** Raised by each change. */
  version: z.number().int(),
  document: familyDocument,
})
export type Family = z.infer<typeof family>

export const familiesRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/Families/{hospital}',
    summary: 'An institution’s families, last changed first',
    access: view,
    params: z.object({ hospital }),
    query: z.object({
      /** Parts of the family’s name or of any member’s. */
      keyword: searchWords.optional(),
      skip: z.coerce.number().int().min(0).default(0),
      top: z.coerce.number().int().min(1).max(200).default(25),
    }),
    reply: z.object({ total: z.number().int(), families: z.array(familyRow) }),
    cost: 'search',
    errors: ['invalid-page'],
  },
  create: {
    method: 'POST',
    path: '/api/Families/{hospital}',
    summary: 'Start a family',
    access: change,
    params: z.object({ hospital }),
    body: z.strictObject({
      /** Made by the client, one for each intended family: a retried request finds the one it has made. */
      familyKey: z.uuid(),
      name: title,
      document: familyDocument,
    }),
    reply: family,
    status: 201,
    errors: ['invalid-fields'],
  },
  get: {
    method: 'GET',
    path: '/api/Families/{hospital}/{id}',
    summary: 'One family',
    access: view,
    params: one,
    reply: family,
    errors: [],
  },
  drawing: {
    method: 'GET',
    path: '/api/Families/{hospital}/{id}/drawing',
    summary: 'A family’s drawing as a PDF; people have no names in it unless asked for',
    access: view,
    params: one,
    query: z.object({ names: z.enum(['with', 'without']).default('without') }),
    reply: { binary: 'application/pdf' },
    perMinute: 20,
    cost: 'export',
    errors: [],
  },
  change: {
    method: 'POST',
    path: '/api/Families/{hospital}/{id}/changes',
    summary: 'Change a family; what a colleague changed meanwhile stays, and is named',
    access: change,
    params: one,
    body: familyChange,
    reply: z.object({
      family,
      conflicts: z.array(
        z.object({
          list: z.enum(['people', 'unions', 'legend', 'evaluations', 'document']),
          /** '' for a field of the family itself. */
          key: z.string(),
          /** '' for a row that one removed and the other changed. */
          field: z.string(),
        }),
      ),
    }),
    errors: ['invalid-fields'],
  },
  rename: {
    method: 'PUT',
    path: '/api/Families/{hospital}/{id}/name',
    summary: 'Rename a family',
    access: change,
    params: one,
    body: z.strictObject({ name: title }),
    reply: family,
    errors: [],
  },
})
