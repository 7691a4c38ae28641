import type { Claims } from '#adapters/identity/port.ts'
import type { Access, FileReply, ReplyOf, RequestOf, Route, Routes, SentFile } from '#contract/route.ts'
import type { Actor, Authority, Identity } from '../database/scope.ts'

/**
 * The authority as of now, for work that goes on for minutes: throws the refusal if its user has been blocked or logged out,
 * or has lost the permission.
 */
export type Readmit = () => Promise<Authority>

/** What the access check passes to a handler besides the request, by the route's kind of access. */
type ContextOf<A extends Access> = A extends { kind: 'institution' | 'support' }
  ? { authority: Authority; claims: Claims; readmit: Readmit }
  : A extends { kind: 'member' | 'own' }
    ? { actor: Actor; identity: Identity }
    : A extends { kind: 'signed-in' }
      ? { actor: Actor | null; claims: Claims; identity: Identity; institutionCodes: readonly string[] }
      : object

interface Connected {
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  /** The client's network address. */
  address: string
  /** A JSON body as received, for handlers that verify its signature; otherwise ''. */
  rawBody: string
}

type Answer<R extends Route> = R['reply'] extends FileReply ? SentFile : ReplyOf<R>

type Handler<R extends Route> = (
  request: RequestOf<R> & ContextOf<R['access']> & Connected,
) => Promise<Answer<R>> | Answer<R>

/** One handler for each route of a feature: a missing or surplus one does not compile. */
export type Handlers<R extends Routes> = { [Name in keyof R]: Handler<R[Name]> }

/** A handler whose route is known only at run time. */
export type AnyHandler = (request: never) => Promise<unknown> | unknown
