import type { OrderDocument, Patient } from '#domain/orders/document.ts'
import {
  fetusesOf,
  fetusOf,
  isFetusKey,
  isPrenatal,
  keysInOrder,
  subjectsOf,
} from '#domain/orders/subject.ts'
import type { Overlap } from './overlap.ts'

interface Choice {
  local: OrderDocument
  remote: OrderDocument
  /** What was found; what is asked besides is added. */
  overlaps: Overlap[]
  /** Overlaps that were decided for the remote side, by path. */
  take: readonly string[]
}

/** The side that is chosen at `path`, which is asked about once. */
function ask<T>({ local, remote, overlaps, take }: Choice, path: string, of: (side: OrderDocument) => T): T {
  const [left, right] = [of(local), of(remote)]
  if (overlaps.every((overlap) => overlap.path !== path)) overlaps.push({ path, local: left, remote: right })
  return take.includes(path) ? right : left
}

/** One side removed a person or a fetus, the other has a new specimen of them. */
export function withSubjects(document: OrderDocument, choice: Choice): OrderDocument {
  let next = document
  for (const { patient: key } of document.samples) {
    if (keysInOrder(next).includes(key)) continue
    next = (isFetusKey(key) ? withFetus(next, key, choice) : withPerson(next, key, choice)) ?? {
      ...next,
      samples: next.samples.filter(({ patient }) => patient !== key),
    }
  }
  return next
}

function withPerson(document: OrderDocument, key: string, choice: Choice): OrderDocument | null {
  const person = ask(choice, `/patients/${key}`, ({ patients }) => patients.find((one) => one.key === key))
  return person ? { ...document, patients: [...document.patients, person] } : null
}

/** A pregnancy that one side removed comes back with its fetuses. */
function withFetus(document: OrderDocument, key: string, choice: Choice): OrderDocument | null {
  if (!document.pregnancy) {
    const pregnancy = ask(choice, '/pregnancy', (side) => side.pregnancy)
    return pregnancy ? { ...document, pregnancy } : null
  }
  const fetus = ask(choice, `/pregnancy/fetuses/${key}`, (side) => fetusOf(side, key) ?? undefined)
  const fetuses = [...fetusesOf(document), ...(fetus ? [fetus] : [])]
  return fetus ? { ...document, pregnancy: { ...document.pregnancy, fetuses } } : null
}

/**
 * One side chose a fetus, the other a deceased person: the order has one of them. Together they would be a mother
 * whom the form shows as alive, and the laboratory reads as dead.
 */
export function withOneSubject(document: OrderDocument, choice: Choice): OrderDocument {
  const hasBoth = (one: OrderDocument) => isPrenatal(one) && one.patients[0]?.deceased !== undefined
  if (!hasBoth(document) || hasBoth(choice.local) || hasBoth(choice.remote)) return document
  const pregnancy = ask(choice, '/pregnancy', (side) => side.pregnancy)
  const { pregnancy: _, ...rest } = document
  const patients = rest.patients.map((patient, index): Patient => {
    const { deceased: __, ...living } = patient
    return index === 0 && pregnancy ? living : patient
  })
  const next = { ...rest, patients, ...(pregnancy ? { pregnancy } : {}) }
  const [now = ''] = subjectsOf(next)
  const keys = keysInOrder(next)
  return {
    ...next,
    samples: next.samples.map((sample) =>
      keys.includes(sample.patient) ? sample : { ...sample, patient: now },
    ),
  }
}
