import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

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

/** The named fields of a posted form, each once; missing ones are empty. No key types U+0000, and no database keeps it. */
export function formOf<Name extends string>(request: FastifyRequest, ...names: Name[]): Record<Name, string> {
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const sent = [...form.keys()]
  const unexpected = sent.filter((name, i) => !(names as string[]).includes(name) || sent.indexOf(name) !== i)
  if (unexpected.length > 0)
    throw new UnexpectedFields(unexpected.slice(0, 20), emailIn(form.get('email') ?? ''))
  return Object.fromEntries(
    names.map((name) => [name, (form.get(name) ?? '').replaceAll('\0', '')]),
  ) as Record<Name, string>
}

/** The same, with the field `list`, which may come any number of times: boxes that were ticked. */
export function formWithList<Name extends string>(request: FastifyRequest, list: string, ...names: Name[]) {
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const ticked = form.getAll(list).map((value) => value.replaceAll('\0', ''))
  form.delete(list)
  return { ...formOf(request, ...names), ticked }
}

const emailSchema = z.email().max(254)

/** The address in lower case; null for anything else, such as a password in the wrong field. */
export function emailIn(text: string): string | null {
  const result = emailSchema.safeParse(text.trim().toLowerCase())
  return result.success ? result.data : null
}
