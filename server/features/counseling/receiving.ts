import { fromKysely } from 'pg-boss'
import type { counselingRoutes } from '#contract/counseling.ts'
import { fail } from '#contract/errors.ts'
import type { RequestOf } from '#contract/route.ts'
import {
  type AppointmentTyped,
  appointmentErrors,
  cleaned,
  isRight,
  messageOf,
  SHORTEST_OPEN_MS,
} from '#domain/counseling/appointment.ts'
import { COUNSELING_QUEUE } from '#server/jobs/queues.ts'
import type { CounselingDeps } from './deps.ts'
import type { CounselingJob } from './hand-over.ts'
import { addressKey, contentKey, HANDED_OVER, MOST_PER_CONTACT, SAME_WITHIN_MS, STORED } from './limits.ts'
import { addEvent, addRequest, countOfAddress, countOfContact, isStored, oneAtATime } from './store.ts'

type Body = RequestOf<(typeof counselingRoutes)['request']>['body']

const RECEIVED = { received: true } as const

/** The latest current date anywhere: nobody is refused for living east of the laboratory. */
function latestDay(now: Date): string {
  return new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)
}

/** The patient's fields, without those the form adds. */
function typedIn({ requestKey: _key, language: _language, openFor: _open, website: _trap, ...typed }: Body) {
  return typed satisfies AppointmentTyped
}

/**
 * Accepts a request: stores it with its job in one transaction, or not at all. The reply is the same whether
 * the request is new, was sent before, or is held back as likely spam, so that it reveals nothing about
 * earlier requests.
 */
export async function receive(deps: CounselingDeps, body: Body, address: string): Promise<typeof RECEIVED> {
  const { connection, boss, secret, isTaken } = deps
  if (!isTaken) fail('not-found')
  const now = deps.now()
  const request = cleaned(typedIn(body))
  const today = latestDay(now)
  if (!isRight(request, today))
    fail('invalid-fields', {
      errors: appointmentErrors(request, today).map((error) => ({
        ...{ path: `/${error.field}`, rule: error.rule, message: messageOf(error) },
      })),
    })
  // A person who double-clicked gets through a moment later.
  if (body.openFor !== undefined && body.openFor < SHORTEST_OPEN_MS) fail('too-many-requests')
  const [content, sender] = [contentKey(secret, request), addressKey(secret, address)]
  const ago = (time: number) => new Date(now.getTime() - time)
  return connection.db.transaction().execute(async (db) => {
    await oneAtATime(db, `counseling ${sender}`)
    await oneAtATime(db, `counseling ${content}`)
    if (await isStored(db, { content, since: ago(SAME_WITHIN_MS), key: body.requestKey })) return RECEIVED
    const ofAddress = (within: number) => countOfAddress(db, sender, ago(within))
    if ((await ofAddress(STORED.within)) >= STORED.most) fail('too-many-requests')
    const refusal =
      body.website !== ''
        ? 'Likely spam: a hidden field was filled in.'
        : (await countOfContact(db, request, ago(SAME_WITHIN_MS))) >= MOST_PER_CONTACT
          ? 'Too many requests with this email address or phone number today.'
          : (await ofAddress(HANDED_OVER.within)) >= HANDED_OVER.most
            ? 'Too many requests from this network within an hour.'
            : null
    const id = await addRequest(db, {
      ...{ requestKey: body.requestKey ?? null, contentKey: content, addressKey: sender, receivedAt: now },
      ...{ language: body.language, content: request, refusal },
    })
    await addEvent(db, id, 'stored', { at: now })
    if (refusal === null) {
      const job: CounselingJob = { requestId: id }
      await boss.send(COUNSELING_QUEUE.name, job, { db: fromKysely(db) })
    } else await addEvent(db, id, 'refused', { at: now, actor: 'Karyo', detail: refusal })
    return RECEIVED
  })
}
