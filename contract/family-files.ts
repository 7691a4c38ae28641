import { z } from 'zod'
import { FAMILY_RULES } from '#domain/family/checks.ts'
import { DETAILS, type DetailName } from '#domain/family/formats/details.ts'
import { FORMAT_NAMES, LONGEST_FILE, REMARK_WORDS, type RemarkRule } from '#domain/family/formats/format.ts'
import { familyDocument } from './family-document.ts'
import { routes } from './route.ts'

const hospital = z.string().min(1).max(20)
const view = { kind: 'institution', permissions: ['ViewOrder'], at: ['hospital'] } as const
const params = z.object({
  hospital,
  id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  familyFormat: z.enum(FORMAT_NAMES),
})
/** What a file of a family is to have. */
const fileOptions = z.object({
  /** Names, days and free words too; otherwise places in the drawing, and ages. */
  names: z.enum(['yes', 'no']).default('no'),
  /** The condition (a key of the legend) of a format with one; the first of the legend if left out. */
  condition: z.string().max(40).optional(),
})

const loss = z.object({
  detail: z.enum(DETAILS as readonly [DetailName, ...DetailName[]]),
  /** Keys of the people whose it is; empty for a detail of the family itself. */
  people: z.array(z.string()),
})

const remark = z.object({
  /** `line 4`, or the place in JSON: `/pedigree/persons/2`. */
  place: z.string(),
  rule: z.enum(Object.keys(REMARK_WORDS) as [RemarkRule, ...RemarkRule[]]),
  value: z.string(),
})
const readFamily = z.object({
  /** Its id in the file. */
  id: z.string(),
  document: familyDocument,
  remarks: z.array(remark),
  /** What cannot be (error) or hardly (warning), with the people it is about. */
  findings: z.array(
    z.object({
      severity: z.enum(['error', 'warning']),
      rule: z.enum(FAMILY_RULES),
      people: z.array(z.string()),
    }),
  ),
})

export const familyFilesRoutes = routes({
  read: {
    method: 'POST',
    path: '/api/Families/{hospital}/files',
    summary:
      'The families of a file (PED, CanRisk, phenopacket, GA4GH pedigree, FHIR, Karyo), and what is wrong in it; nothing is stored',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] },
    params: z.object({ hospital }),
    body: z.strictObject({
      /** The file’s content. */
      text: z.string().max(LONGEST_FILE, { error: `At most ${LONGEST_FILE} characters.` }),
    }),
    reply: z.object({ format: z.enum(FORMAT_NAMES), families: z.array(readFamily) }),
    cost: 'search',
    perMinute: 30,
    errors: ['invalid-fields'],
  },
  losses: {
    method: 'GET',
    path: '/api/Families/{hospital}/{id}/files/{familyFormat}/losses',
    summary:
      'What a file of the family would not carry: what nobody asked for, and what the format cannot say',
    access: view,
    params,
    query: fileOptions,
    reply: z.object({ unnamed: z.array(loss), lost: z.array(loss) }),
    errors: [],
  },
  download: {
    method: 'GET',
    path: '/api/Families/{hospital}/{id}/files/{familyFormat}',
    summary:
      'The family as a file; people are places in the drawing (II-3) and ages unless names are asked for',
    access: view,
    params,
    query: fileOptions,
    reply: { file: true },
    cost: 'document',
    perMinute: 30,
    errors: [],
  },
})
