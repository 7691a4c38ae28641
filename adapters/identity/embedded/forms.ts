import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isKeepable, keepable } from '#domain/text/keepable.ts'

/** A form came with fields it does not have: made by hand, as by somebody who wants more than it gives. */
export class UnexpectedFields extends Error {
  override name = 'UnexpectedFields'
  readonly statusCode = 400
  readonly fields: readonly string[]
  readonly email: string | null

  constructor(fields: readonly string[], email: string | null) {
    super('the form has fields it should not have')
    this.fields = fields
    this.email = email
  }
}

/** What a field holds is not what any page of ours sends: too long, or with a character that cannot be kept. */
export class UnreadableField extends Error {
  override name = 'UnreadableField'
  readonly statusCode = 400
}

/**
 * Every field of every form, and the most characters that it may hold. Rules that people meet are shorter, and are told
 * beside the field; this is before any work.
 */
const LONGEST = {
  ...{ firstName: 1000, lastName: 1000, email: 1000 },
  ...{ password: 1000, repeated: 1000, current: 1000 },
  // Of an authenticator; recovery codes; the ids of passkeys and sessions; what a passkey says, as JSON.
  ...{ code: 40, recoveryCode: 60, id: 1500, answer: 12_000, name: 200 },
  ...{ token: 200, ticket: 200 },
} as const satisfies Record<string, number>
type FieldName = keyof typeof LONGEST

/** The named fields of a posted form, each once; missing ones are empty. */
export function formOf<Name extends FieldName>(
  request: FastifyRequest,
  ...names: Name[]
): Record<Name, string> {
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const sent = [...form.keys()]
  const unexpected = sent.filter((name, i) => !(names as string[]).includes(name) || sent.indexOf(name) !== i)
  if (unexpected.length > 0)
    throw new UnexpectedFields(
      unexpected.slice(0, 20).map((name) => keepable(name).slice(0, 60)),
      emailIn(form.get('email') ?? ''),
    )
  return Object.fromEntries(names.map((name) => [name, fieldOf(form, name)])) as Record<Name, string>
}

/** The same, with the field `list`, which may come any number of times: boxes that were ticked. */
export function formWithList<Name extends FieldName>(
  request: FastifyRequest,
  list: string,
  ...names: Name[]
) {
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const ticked = form.getAll(list).slice(0, MOST_TICKED)
  for (const value of ticked) checkField(list, value, LONGEST.id)
  form.delete(list)
  return { ...formOf(request, ...names), ticked }
}

/** Of boxes that can be ticked; nobody has so many of anything. */
const MOST_TICKED = 100

function fieldOf(form: URLSearchParams, name: FieldName): string {
  const text = form.get(name) ?? ''
  checkField(name, text, LONGEST[name])
  return text
}

function checkField(name: string, text: string, longest: number): void {
  if (text.length > longest) throw new UnreadableField(`${name} may have at most ${longest} characters`)
  if (!isKeepable(text)) throw new UnreadableField(`${name} has a character that cannot be kept`)
}

const emailSchema = z.email()

/** The address in lower case; null for anything else, such as a password in the wrong field. */
export function emailIn(text: string): string | null {
  const typed = text.trim().toLowerCase()
  if (typed.length > 254) return null
  const result = emailSchema.safeParse(typed)
  return result.success ? result.data : null
}
