import { randomUUID } from 'node:crypto'
import { ATTESTATION } from '#domain/orders/attestation.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { Flow } from '../load.ts'

export interface Ordering {
  /** Before `/{hospital}`. */
  path: string
  authorization: string
  hospital: string
  /** What each order says, but for who the patient is: nobody is ordered for twice. */
  document: OrderDocument
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const DAY_MS = 24 * 3_600_000

/** A last name of its own for each number: names have letters only. */
function nameOf(number: number): string {
  let name = ''
  for (let left = number; left > 0 || name === ''; left = Math.floor(left / 26)) name += LETTERS[left % 26]
  return `Bench${name}`
}

/** One whole order: a draft is written, and submitted. */
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
