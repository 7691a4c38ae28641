import { api } from '#contract/api.ts'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import { problem } from '#contract/problem.ts'
import { commonErrors, isBinary, type Route } from '#contract/route.ts'
import { EXAMPLES } from '../example-requests.ts'
import type { TestPortal } from '../portal.ts'
import { seedPortal } from '../seeded-portal.ts'
import { randomSource } from './random-source.ts'
import { type FuzzRequest, fuzzRequestAt, type Target } from './requests.ts'
import { type Witness, witness } from './witness.ts'

const TARGETS: Target[] = Object.entries(api).flatMap(([feature, routes]) =>
  Object.entries(routes).flatMap(([name, route]) => {
    const example = EXAMPLES[`${feature}.${name}`]
    return example ? [{ name: `${feature}.${name}`, route: route as Route, example }] : []
  }),
)

/** What reveals internals: a stack, one of our files, a statement or message of the database, a parser's message. */
const INSIDE =
  /\bat \S+ \(|\.(m?[jt]s):\d+|node_modules|\/server\/|select .{1,80} from |insert into|pg_|relation "|syntax error|violates|kysely|zod|ECONN|undefined is not|Cannot read prop|is not a function|Unexpected token/i

export interface FuzzReport {
  requests: number
  /** How often each status occurred. */
  statuses: Record<number, number>
  /** How often each code of the closed list occurred. */
  codes: Partial<Record<ErrorCode, number>>
  /** Routes that never succeeded. */
  neverIn: string[]
  /** Faults, each kind once for each route, with the request that shows it. */
  wrong: string[]
}

/** Codes that any address may return: the request may match no route. */
const ANYWHERE: ErrorCode[] = ['not-found', 'invalid-request', 'too-large', 'unsupported-media-type']

const describe = ({ method, url, as, headers, payload }: FuzzRequest) =>
  `${method} ${url.slice(0, 300)} as ${as} ${JSON.stringify(headers).slice(0, 300)} ${String(payload ?? '').slice(0, 600)}`

/** All routes, again and again; those that draw a document, the slowest by far, in one round of five. */
function* inTurn(): Generator<Target, never> {
  for (let attempt = 0; ; attempt += 1)
    for (const target of TARGETS) if (attempt % 5 === 0 || !isBinary(target.route.reply)) yield target
}

/** Sends `requests` requests, generated from `seed`, to all routes in turn, and checks every reply. */
export async function fire(portal: TestPortal, requests: number, seed: number): Promise<FuzzReport> {
  const { idsAt } = await seedPortal(portal)
  const seen = await witness(portal.database.url)
  const fired: FuzzReport = { requests, statuses: {}, codes: {}, neverIn: [], wrong: [] }
  const gotIn = new Set<string>()
  const kinds = new Set<string>()
  const chance = randomSource(seed)
  const tokens = new Map<string, string>()
  try {
    const order = inTurn()
    for (let index = 0; index < requests; index += 1) {
      const target = order.next().value
      // Restores users whom a valid request has blocked, moved or stripped of their roles.
      if (index % 500 === 0) await seen.revive()
      const request = fuzzRequestAt(chance, target, idsAt)
      const outcome = await send(portal, request, tokens, seen)
      fired.statuses[outcome.status] = (fired.statuses[outcome.status] ?? 0) + 1
      if (outcome.code) fired.codes[outcome.code] = (fired.codes[outcome.code] ?? 0) + 1
      if (outcome.status < 300) gotIn.add(target.name)
      for (const wrong of faultsOf(target.route, outcome)) {
        const kind = `${target.name}: ${wrong}`
        if (!kinds.has(kind)) fired.wrong.push(`${kind} (${index} of seed ${seed}: ${describe(request)})`)
        kinds.add(kind)
      }
    }
  } finally {
    await seen.end()
  }
  fired.neverIn = TARGETS.filter(({ name, example }) => example.answer < 300 && !gotIn.has(name)).map(
    ({ name }) => name,
  )
  return fired
}

export interface Outcome {
  status: number
  type: string
  text: string
  code: ErrorCode | null
  /** Tables with commits since the previous reply. */
  wrote: string[]
}

async function send(
  portal: TestPortal,
  request: FuzzRequest,
  tokens: Map<string, string>,
  seen: Witness,
): Promise<Outcome> {
  const { as, method, url, headers, payload } = request
  if (as !== null && !tokens.has(as)) tokens.set(as, await portal.tokenOf(as))
  const {
    statusCode,
    headers: answered,
    rawPayload,
  } = await portal.app.inject({
    ...{ method, url },
    headers: { ...(as === null ? {} : { authorization: `Bearer ${tokens.get(as)}` }), ...headers },
    ...(payload === null ? {} : { payload }),
  })
  const type = String(answered['content-type'] ?? '')
  const text = /json|text/.test(type) ? rawPayload.toString('utf8') : ''
  const read = statusCode >= 400 ? problem.safeParse(parsed(text)) : null
  const wrote = await seen.newFindings()
  return { status: statusCode, type, text, code: read?.data?.code ?? null, wrote }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The faults of a reply. */
export function faultsOf(route: Route, { status, type, text, code, wrote }: Outcome): string[] {
  if (status < 400) return status < 200 || status >= 300 ? [`answered ${status}`] : []
  const allowed = [...commonErrors(route), ...route.errors, ...ANYWHERE]
  return [
    status >= 500 ? `answered ${status}` : '',
    type.startsWith('application/problem+json') ? '' : `a refusal as ${type}`,
    code === null ? `${status} is no problem of the closed list: ${text.slice(0, 200)}` : '',
    code !== null && ERRORS[code][0] !== status ? `${code} with ${status}` : '',
    code !== null && !allowed.includes(code) ? `gives ${code}, which its contract does not say` : '',
    INSIDE.test(withoutSent(text)) ? `tells of the inside: ${INSIDE.exec(withoutSent(text))?.[0]}` : '',
    wrote.length > 0 ? `refused with ${status}, and wrote ${wrote.join(', ')}` : '',
  ].filter(Boolean)
}

/** Field names are the client's own text. */
const withoutSent = (text: string) => text.replaceAll(/"path":"(?:[^"\\]|\\.)*"/g, '')
