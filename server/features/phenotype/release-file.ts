import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import {
  HPO_ID,
  type HpoRelease,
  type HpoTerm,
  type ObsoleteTerm,
  type Synonym,
} from '#domain/phenotype/term.ts'
import { table } from '#domain/table.ts'
import { DataFilesInvalid } from '#server/csv/data-table.ts'

/** Predicates of the published file (OBO Graphs JSON). */
const REPLACED_BY = 'http://purl.obolibrary.org/obo/IAO_0100001'
const CONSIDER = 'http://www.geneontology.org/formats/oboInOwl#consider'
const ALTERNATIVE = 'http://www.geneontology.org/formats/oboInOwl#hasAlternativeId'
const VERSION_INFO = 'http://www.w3.org/2002/07/owl#versionInfo'
const TERM = 'http://purl.obolibrary.org/obo/HP_'

const property = z.object({ pred: z.string(), val: z.string() })
const node = z.object({
  id: z.string(),
  lbl: z.string().optional(),
  type: z.string().optional(),
  meta: z
    .object({
      definition: z.object({ val: z.string() }).optional(),
      synonyms: z
        .array(z.object({ pred: z.string(), val: z.string(), synonymType: z.string().optional() }))
        .optional(),
      basicPropertyValues: z.array(property).optional(),
      deprecated: z.boolean().optional(),
    })
    .optional(),
})
const graphs = z.object({
  graphs: z
    .array(
      z.object({
        meta: z.object({ version: z.string().optional(), basicPropertyValues: z.array(property).optional() }),
        nodes: z.array(node),
        edges: z.array(z.object({ sub: z.string(), pred: z.string(), obj: z.string() })),
      }),
    )
    .min(1),
})
type Node = z.output<typeof node>

const SCOPES = table<Synonym['scope']>({
  hasExactSynonym: 'exact',
  hasRelatedSynonym: 'related',
  hasBroadSynonym: 'broad',
  hasNarrowSynonym: 'narrow',
})
const KINDS: readonly string[] = [
  ...['layperson', 'uk_spelling', 'abbreviation', 'plural_form'],
  ...['allelic_requirement', 'obsolete_synonym'],
]

/** More than HPO's files have; a larger one is not read. */
const MOST_BYTES = 200_000_000

/**
 * Reads a release as the HPO publishes it: `hp.json` (OBO Graphs), plain or compressed with gzip. Nothing is
 * altered. Throws {@link DataFilesInvalid}.
 */
export function readHpoRelease(file: string): HpoRelease {
  const refuse = (rule: string): never => {
    throw new DataFilesInvalid([{ file: path.basename(file), row: null, column: null, rule }])
  }
  const read = graphs.safeParse(jsonIn(file, refuse))
  if (!read.success) {
    const [issue] = read.error.issues
    return refuse(`not an hp.json of the HPO: ${issue?.path.join('/') ?? ''} ${issue?.message ?? ''}`)
  }
  const [graph] = read.data.graphs
  const version = (graph && versionOf(graph.meta)) ?? refuse('the release names no version (owl:versionInfo)')
  const nodes = (graph?.nodes ?? []).filter(({ id, type }) => type === 'CLASS' && id.startsWith(TERM))
  const parents = new Map<string, string[]>()
  for (const { sub, pred, obj } of graph?.edges ?? [])
    if (pred === 'is_a') parents.set(sub, [...(parents.get(sub) ?? []), idOf(obj)])
  const terms = nodes
    .filter((one) => !one.meta?.deprecated)
    .map((one) => term(one, parents.get(one.id) ?? []))
  const obsolete = nodes.filter((one) => one.meta?.deprecated).map(obsoleteTerm)
  const wrong = [...terms, ...obsolete].find(({ id, label }) => !HPO_ID.test(id) || label === '')
  if (wrong) refuse(`the term ${wrong.id} has no label, or is not of the form HP:0000000`)
  if (terms.length === 0) refuse('the file has no terms')
  return { version, terms, obsolete }
}

function jsonIn(file: string, refuse: (rule: string) => never): unknown {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    return refuse((error as NodeJS.ErrnoException).code === 'ENOENT' ? 'the file is missing' : String(error))
  }
  try {
    const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
    return JSON.parse(
      (isCompressed ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes).toString('utf8'),
    )
  } catch (error) {
    return refuse(`the file is not JSON: ${(error as Error).message}`)
  }
}

/** `HP_0001250` at the end of an address is written HP:0001250. */
const idOf = (address: string) => address.replace(/^.*\/HP_/, 'HP:')

function versionOf(meta: z.output<typeof graphs>['graphs'][number]['meta']): string | undefined {
  const named = meta.basicPropertyValues?.find(({ pred }) => pred === VERSION_INFO)?.val
  return named ?? /\d{4}-\d{2}-\d{2}/.exec(meta.version ?? '')?.[0]
}

const valuesOf = ({ meta }: Node, predicate: string) =>
  (meta?.basicPropertyValues ?? []).filter(({ pred }) => pred === predicate).map(({ val }) => val)

function term(one: Node, parents: readonly string[]): HpoTerm {
  return {
    id: idOf(one.id),
    label: one.lbl ?? '',
    definition: one.meta?.definition?.val ?? '',
    parents,
    synonyms: (one.meta?.synonyms ?? []).flatMap(({ pred, val, synonymType = '' }): Synonym[] => {
      const scope = SCOPES[pred]
      const kind = synonymType.replace(/^.*#/, '')
      return scope ? [{ text: val, scope, kind: (KINDS.includes(kind) ? kind : '') as Synonym['kind'] }] : []
    }),
    alternativeIds: valuesOf(one, ALTERNATIVE),
  }
}

function obsoleteTerm(one: Node): ObsoleteTerm {
  return {
    id: idOf(one.id),
    label: one.lbl ?? '',
    replacedBy: idOf(valuesOf(one, REPLACED_BY)[0] ?? ''),
    consider: valuesOf(one, CONSIDER).map(idOf),
  }
}
