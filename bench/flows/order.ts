import { randomUUID } from 'node:crypto'
import { ATTESTATION } from '#domain/orders/attestation.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { Flow } from '../load.ts'

export interface Ordering {
  /** Before `/{hospital}`. */
  path: string
  authorization: string
  hospital: string
  /** The content of each order apart from the patient: every order has another one. */
  document: OrderDocument
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const DAY_MS = 24 * 3_600_000

/** A different last name for each number: names consist of letters only. */
function nameOf(number: number): string {
  let name = ''
  for (let left = number; left > 0 || name === ''; left = Math.floor(left / 26)) name += LETTERS[left % 26]
  return `Bench${name}`
}

/** One complete order: creates a draft and submits it. */
export const flow: Flow<Ordering> = async (send, number, { path, authorization, hospital, document }) => {
  const dateOfBirth = new Date(Date.UTC(1960, 0, 1) + (number % 9000) * DAY_MS).toISOString().slice(0, 10)
  const patients = document.patients.map((one) => ({ ...one, lastName: nameOf(number), dateOfBirth }))
  const base = `${path}/${hospital}`
  const headers = { authorization }
  const body = { draftKey: randomUUID(), document: { ...document, patients } }
  const { text } = await send({ method: 'POST', path: base, headers, body })
  const { id } = JSON.parse(text) as { id: number }
  await send({ method: 'POST', path: `${base}/${id}/approve?signedText=${ATTESTATION.version}`, headers })
}
