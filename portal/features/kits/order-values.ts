import { hashKey } from '@tanstack/react-query'
import { z } from 'zod'
import { type Kit, kitRequest } from '#contract/kits.ts'
import type { KitRecipient } from '#domain/kits/kit.ts'
import { COUNTRIES, KIT_TYPES } from '#domain/lookups.ts'
import type { WrongField } from '#portal/forms.ts'

const text = z.string()

/** What stands in the form while it is filled in: unfinished, but of this shape. */
export const valuesShape = z.object({
  /** Of this order: sent again, also with other content, it makes no second one. */
  requestKey: z.uuid(),
  kitType: z.enum(['', ...KIT_TYPES]),
  quantity: z.union([z.number(), z.literal('')]),
  kitRecipient: z.object({
    ...{ firstName: text, lastName: text, address1: text, address2: text },
    ...{ city: text, zipCode: text, state: text, phone: text },
    // What was typed before there were countries is for the USA.
    ...{ country: z.enum(COUNTRIES).default('USA'), otherCountry: text.default('') },
  }),
  note: text,
})
export type Values = z.infer<typeof valuesShape>

/** A new order of one kit to `recipient`; or the same again as `before`. */
export function freshValues(recipient: KitRecipient, before: Kit | null): Values {
  return {
    requestKey: crypto.randomUUID(),
    kitType: before?.kitType ?? '',
    quantity: before?.quantity ?? 1,
    kitRecipient: before?.kitRecipient ?? recipient,
    note: before?.note ?? '',
  }
}

const parseRequest = ({ requestKey: _key, ...values }: Values) => kitRequest.safeParse(values)

/** What is sent. Throws where `wrongWith` finds something. */
export function requestOf({ requestKey, ...request }: Values) {
  return { ...kitRequest.parse(request), requestKey }
}

/**
 * Whether the reply to a request is the order that it asked for. Else an earlier try under its key was stored, whose answer
 * was lost, and what was changed since is not ordered.
 */
export function isOrderOf(
  { kitType, quantity, kitRecipient, note }: Kit,
  { requestKey: _, ...request }: ReturnType<typeof requestOf>,
): boolean {
  return hashKey([{ kitType, quantity, kitRecipient, note }]) === hashKey([request])
}

const PAGE_ORDER = [
  ...['kitType', 'quantity', 'note', 'firstName', 'lastName', 'phone'],
  ...['address1', 'address2', 'city', 'state', 'zipCode', 'country', 'otherCountry'],
]
const positionOf = ({ name }: WrongField) => PAGE_ORDER.indexOf(name.split('.').at(-1) ?? '')

export function inPageOrder(fields: readonly WrongField[]): WrongField[] {
  return fields.toSorted((a, b) => positionOf(a) - positionOf(b))
}

/** Everything that is wrong with what was typed, in the order of the page. */
export function wrongWith(values: Values): WrongField[] {
  const issues = parseRequest(values).error?.issues ?? []
  return inPageOrder(issues.map(({ path, message }) => ({ name: path.join('.'), message })))
}
