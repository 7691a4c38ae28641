import { isProblem, type Problem, ProblemError, problemOf } from './errors.ts'
import {
  type CallOf,
  type FormFile,
  isBinary,
  isFile,
  type ReplyOf,
  type Route,
  type Routes,
} from './route.ts'

/** The fields of a form by name; a file has a name and type of its own. */
export type FormBody = Readonly<Record<string, string | boolean | FormFile | undefined>>

/**
 * What the client needs of the platform: `fetch` with the token and the institution-codes header put in, and with `form`
 * sent as multipart/form-data.
 */
export type Transport = (
  path: string,
  init: {
    method: string
    headers: Record<string, string>
    body?: string
    form?: FormBody
    /** Ends a request whose answer is late; files come and go without. */
    signal?: AbortSignal
  },
) => Promise<{
  ok: boolean
  status: number
  headers: { get(name: string): string | null }
  json(): Promise<unknown>
  arrayBuffer(): Promise<ArrayBuffer>
}>

/**
 * No answer comes any more: the server gives up long before (server/http/costs.ts), but a line or a proxy may keep a
 * request forever.
 */
export const ANSWERED_WITHIN_MS = 60_000

type NoInput<R extends Route> = keyof CallOf<R> extends never ? true : false
export type Client<F extends Record<string, Routes>> = {
  [Feature in keyof F]: {
    [Name in keyof F[Feature]]: NoInput<F[Feature][Name]> extends true
      ? () => Promise<ReplyOf<F[Feature][Name]>>
      : (call: CallOf<F[Feature][Name]>) => Promise<ReplyOf<F[Feature][Name]>>
  }
}

type AnyCall = Partial<Record<'params' | 'query' | 'headers', Record<string, unknown>>> & { body?: unknown }

/**
 * The path with its parameters and query filled in. Undefined query values are left out; lists become
 * repeated parameters.
 */
export function pathOf(route: Route, call: AnyCall): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(call.params?.[name])),
  )
  const query = Object.entries(call.query ?? {})
    .flatMap(([key, value]) => (Array.isArray(value) ? value.map((one) => [key, one]) : [[key, value]]))
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => `${encodeURIComponent(String(key))}=${encodeURIComponent(String(value))}`)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

async function call(transport: Transport, route: Route, input: AnyCall): Promise<unknown> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(input.headers ?? {}))
    if (value !== undefined) headers[name] = String(value)
  const init: Parameters<Transport>[1] = { method: route.method, headers }
  if (route.bodyType === 'multipart/form-data') init.form = input.body as FormBody
  else if (route.body) {
    headers['content-type'] = route.bodyType ?? 'application/json'
    init.body = JSON.stringify(input.body)
  }
  if (!isLong(route)) init.signal = AbortSignal.timeout(ANSWERED_WITHIN_MS)
  try {
    const response = await transport(pathOf(route, input), init)
    if (!response.ok) throw new ProblemError(await problemIn(response))
    if (!isFromPortal(route, response)) throw new TypeError()
    if (route.reply === undefined) return undefined
    if (bringsFile(route)) return new Uint8Array(await response.arrayBuffer())
    return await response.json()
  } catch (cause) {
    if (cause instanceof ProblemError) throw cause
    // The connection may also fail in the middle of an answer.
    throw new ProblemError(
      problemOf('unavailable', {
        detail: 'The portal can’t be reached. Check your connection and try again.',
      }),
      { cause },
    )
  }
}

const bringsFile = ({ reply }: Pick<Route, 'reply'>) => isBinary(reply) || isFile(reply)

/** Does a file come or go, which takes as long as the line needs? */
export function isLong(route: Pick<Route, 'bodyType' | 'reply'>): boolean {
  return route.bodyType === 'multipart/form-data' || bringsFile(route)
}

/**
 * A network that wants a sign-in first, and some proxies, answer everything with a page of their own and 200. Such an
 * answer is no JSON; where none is expected, only the status or the headers tell it from the portal's.
 */
function isFromPortal(
  route: Route,
  { status, headers }: { status: number; headers: { get(name: string): string | null } },
): boolean {
  if (route.reply === undefined) return status === 204
  return !bringsFile(route) || headers.get('content-disposition') !== null
}

/** The problem of a refusal, whoever sent it: a proxy's has a page instead. */
export async function problemIn(response: { status: number; json(): Promise<unknown> }): Promise<Problem> {
  const reply = await response.json().catch(() => undefined)
  return isProblem(reply) ? reply : problemOf(response.status >= 500 ? 'unavailable' : 'internal')
}

/**
 * `api.orders.submit({ params })`: one typed function per route, derived from the contract. Throws
 * `ProblemError`.
 */
export function createClient<F extends Record<string, Routes>>(features: F, transport: Transport): Client<F> {
  const client: Record<string, Record<string, (input?: AnyCall) => Promise<unknown>>> = {}
  for (const [feature, record] of Object.entries(features)) {
    const calls: Record<string, (input?: AnyCall) => Promise<unknown>> = {}
    for (const [name, route] of Object.entries(record))
      calls[name] = (input = {}) => call(transport, route, input)
    client[feature] = calls
  }
  return client as Client<F>
}
