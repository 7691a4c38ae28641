import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isKeepable, keepable } from '#domain/text/keepable.ts'

/** A form arrived with fields it does not have: written by hand, perhaps to gain privileges. */
export class UnexpectedFields extends Error {
  override name = 'UnexpectedFields'
  readonly statusCode = 400
  readonly fields: readonly string[]
  readonly email: string | null

  constructor(fields: readonly string[], email: string | null) {
    super('the form has unexpected fields')
    this.fields = fields
    this.email = email
  }
}

/** A field holds something that our pages never send: too long, or with a character that cannot be stored. */
export class UnreadableField extends Error {
  override name = 'UnreadableField'
  readonly statusCode = 400
}

/**
 * Every field of every form with its maximum length in characters. The rules shown to users are stricter and
 * reported beside the field; these apply before any other work.
 */
const LONGEST = {
  ...{ firstName: 1000, lastName: 1000, email: 1000 },
  ...{ password: 1000, repeated: 1000, current: 1000 },
  // In order: an authenticator code; a recovery code; IDs of passkeys and sessions; a passkey's response as
  // JSON.
  ...{ code: 40, recoveryCode: 60, id: 1500, answer: 12_000, name: 200 },
  ...{ token: 200, ticket: 200 },
} as const satisfies Record<string, number>
type FieldName = keyof typeof LONGEST

/** The named fields of a posted form, each at most once; missing ones are empty. */
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

/** Like `formOf`, plus the field `list`, which may occur any number of times: ticked checkboxes. */
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

/** Maximum number of ticked checkboxes; no account has so many of anything. */
const MOST_TICKED = 100

function fieldOf(form: URLSearchParams, name: FieldName): string {
  const text = form.get(name) ?? ''
  checkField(name, text, LONGEST[name])
  return text
}

function checkField(name: string, text: string, longest: number): void {
  if (text.length > longest) throw new UnreadableField(`${name} may have at most ${longest} characters`)
  if (!isKeepable(text)) throw new UnreadableField(`${name} has a character that cannot be stored`)
}

const emailSchema = z.email()

/** The address in lower case; null for anything else, such as a password typed into the wrong field. */
export function emailIn(text: string): string | null {
  const typed = text.trim().toLowerCase()
  if (typed.length > 254) return null
  const result = emailSchema.safeParse(typed)
  return result.success ? result.data : null
}
