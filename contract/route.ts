import type { z } from 'zod'
import type { PermissionName } from '#domain/permissions/permissions.ts'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call a route. There is no default: a route without `access` does not compile.
 * - `public`: anybody; the reason must be given.
 * - `signed-in`: a valid token, whatever the user's state.
 * - `member`: an active user of the portal, who has accepted the terms (domain/user-state/account-gate.ts).
 * - `own`: a member, about themself: the path parameter `at` is their own id. Anybody else's does not exist.
 * - `support`: the laboratory's Support role, at every institution.
 * - `institution`: an active user who has one of `permissions`; the scope holds only the institutions where
 * they do. `at` names the path parameters that carry institution codes: every one of them must be in the
 * scope.
 */
export type Access =
  | { kind: 'public'; because: string }
  | { kind: 'signed-in' }
  | { kind: 'member' }
  | { kind: 'own'; at: string }
  | { kind: 'support' }
  | { kind: 'institution'; permissions: readonly PermissionName[]; at?: readonly string[] }

/** A reply that is not JSON: bytes of one type, or an open stream of server-sent events whose data has the given schema. */
export interface Binary {
  readonly binary: string
}
/** A file with a name and type of its own: the handler returns a `SentFile`, the client gets its content. */
export interface FileReply {
  readonly file: true
}
export interface SentFile {
  content: Uint8Array
  filename: string
  mediaType: string
}
export interface EventStream<T extends z.ZodType = z.ZodType> {
  readonly events: T
}

/** One file of a form. */
export interface FormFile {
  filename: string
  /** The type that the sender declares. */
  mediaType: string
  content: Uint8Array
}

/**
 * The cost class of a request, by which the server bounds its time, its body, how many run concurrently and
 * how many are allowed per minute (figures: server/http/costs.ts).
 * - `light`: a few rows by key, or one change.
 * - `search`: looks through many rows.
 * - `document`: one file, made or fetched.
 * - `export`: many orders in one file.
 * - `upload`: a file comes in, and is read or checked.
 * - `stream`: stays open.
 */
export const COSTS = ['light', 'search', 'document', 'export', 'upload', 'stream'] as const
export type Cost = (typeof COSTS)[number]

/** One endpoint as a value. `path` is spelled as in the specification's §7, with `{name}` for a parameter. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  summary: string
  access: Access
  params?: z.ZodObject
  query?: z.ZodObject
  /** Lower-case header names. */
  headers?: z.ZodObject
  body?: z.ZodType
  /** Content type of the body if it is not JSON. */
  bodyType?: string
  /** If left out: 204, no content. */
  reply?: z.ZodType | Binary | FileReply | EventStream
  /** 201 for a creation; 200 by default. */
  status?: 200 | 201
  /** The route's own limit, per user or, without sign-in, per address. */
  perMinute?: number
  /** If left out, derived from body and reply (`costOf`). */
  cost?: Cost
  /** In addition to those that every route can give (see `commonErrors`). */
  errors: readonly ErrorCode[]
}

export type Routes = Readonly<Record<string, Route>>

/** Keeps the literal types of a feature's record of routes and checks each against `Route`. */
export function routes<const R extends Routes>(record: R): R {
  return record
}

type Out<T> = T extends z.ZodType ? z.output<T> : undefined
type In<T> = T extends z.ZodType ? z.input<T> : undefined

/** What a handler receives, after validation. */
export interface RequestOf<R extends Route> {
  params: Out<R['params']>
  query: Out<R['query']>
  headers: Out<R['headers']>
  body: Out<R['body']>
}

/** What a client passes: only the parts the route has. */
export type CallOf<R extends Route> = {
  [K in 'params' | 'query' | 'headers' | 'body' as R[K] extends z.ZodType
    ? IsOptional<R, K> extends true
      ? never
      : K
    : never]: In<R[K]>
} & { [K in 'headers' as IsOptional<R, K> extends true ? K : never]?: In<R[K]> }

/** Headers that a client need not send at all. */
type IsOptional<R extends Route, K extends keyof R> = K extends 'headers'
  ? R[K] extends z.ZodType
    ? Record<never, never> extends In<R[K]>
      ? true
      : false
    : false
  : false

export type ReplyOf<R extends Route> = R['reply'] extends Binary | FileReply
  ? Uint8Array
  : R['reply'] extends EventStream<infer T>
    ? AsyncIterable<z.output<T>>
    : R['reply'] extends z.ZodType
      ? z.output<R['reply']>
      : undefined

export function isBinary(reply: Route['reply']): reply is Binary {
  return typeof reply === 'object' && 'binary' in reply
}

export function isFile(reply: Route['reply']): reply is FileReply {
  return typeof reply === 'object' && 'file' in reply
}

export function isEventStream(reply: Route['reply']): reply is EventStream {
  return typeof reply === 'object' && 'events' in reply
}

/** The cost class of a route. */
export function costOf({ cost, bodyType, reply }: Pick<Route, 'cost' | 'bodyType' | 'reply'>): Cost {
  if (cost) return cost
  if (isEventStream(reply)) return 'stream'
  if (bodyType === 'multipart/form-data') return 'upload'
  return isFile(reply) || isBinary(reply) ? 'document' : 'light'
}

/** The errors a route can give because of its access and shape alone. */
export function commonErrors(route: Route): ErrorCode[] {
  const list: ErrorCode[] = ['internal', 'unavailable', 'too-many-requests']
  if (route.access.kind !== 'public') list.push('not-signed-in')
  if (route.access.kind !== 'public' && route.access.kind !== 'signed-in')
    list.push('not-registered', 'account-waiting', 'account-closed', 'attestation-due', 'terms-not-accepted')
  if (route.access.kind === 'institution') list.push('forbidden', 'not-found')
  if (route.access.kind === 'support') list.push('forbidden')
  if (route.access.kind === 'own') list.push('not-found')
  if (route.params || route.query || route.headers || route.body) list.push('invalid-fields')
  if (route.body) list.push('invalid-request', 'unsupported-media-type', 'too-large')
  return list
}
